// SPDX-License-Identifier: Apache-2.0
/** Weighted and directed acyclic graphs, their equivalence classes, and comparisons with a true graph. */
@NullMarked
package io.hedgerow.core.graph;

import org.jspecify.annotations.NullMarked;
