// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import io.hedgerow.core.graph.WeightMatrix;

/**
 * The result of a search: a graph that one move cannot improve, which need not be the best of all.
 *
 * @param network acyclic, with least-squares weights; an edge whose weight is exactly 0 is not in it
 * @param score its score, the smaller the better
 * @param moves moves taken, in all restarts together
 * @param improvements restarts that found a better graph
 */
public record SearchResult(WeightMatrix network, double score, int moves, int restarts, int improvements) {}
