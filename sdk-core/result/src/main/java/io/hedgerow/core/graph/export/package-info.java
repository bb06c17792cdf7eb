// SPDX-License-Identifier: Apache-2.0
/** Exporters of learned networks: tables, graph formats, a terminal listing, pictures of networks and of curves. */
@NullMarked
package io.hedgerow.core.graph.export;

import org.jspecify.annotations.NullMarked;
