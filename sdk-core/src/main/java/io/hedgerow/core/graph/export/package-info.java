// SPDX-License-Identifier: Apache-2.0
/**
 * Exporters of learned networks: tables, graph formats, a terminal listing, pictures of a network and of its curves.
 */
@NullMarked
package io.hedgerow.core.graph.export;

import org.jspecify.annotations.NullMarked;
