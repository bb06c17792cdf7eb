// SPDX-License-Identifier: Apache-2.0
/** Graphs that a search changes, and prior knowledge of edges that limits it. */
@NullMarked
package io.hedgerow.core.internal.search.graph;

import org.jspecify.annotations.NullMarked;
