// SPDX-License-Identifier: Apache-2.0
/** A search changes these graphs, and knowledge of edges limits what it may try. */
@NullMarked
package io.hedgerow.core.internal.search.graph;

import org.jspecify.annotations.NullMarked;
