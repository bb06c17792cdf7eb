// SPDX-License-Identifier: Apache-2.0
/**
 * Weighted and directed acyclic graphs, how to compare them with a truth, votes over rounds and readers of truths.
 */
@NullMarked
package io.hedgerow.core.graph;

import org.jspecify.annotations.NullMarked;
