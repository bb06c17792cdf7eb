// SPDX-License-Identifier: Apache-2.0
/** Weighted and directed acyclic graphs, comparisons with a truth, votes over rounds and readers of truths. */
@NullMarked
package io.hedgerow.core.graph;

import org.jspecify.annotations.NullMarked;
