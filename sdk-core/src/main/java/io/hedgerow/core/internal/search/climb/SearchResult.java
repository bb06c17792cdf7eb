// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import io.hedgerow.core.graph.WeightMatrix;

/**
 * What a search found. That it is the best of all graphs is not promised: it is the best that one move cannot improve.
 *
 * @param network acyclic, with least-squares weights; an edge whose weight is exactly 0 is not in it
 * @param score its score, the smaller the better
 * @param moves moves taken, in all restarts together
 * @param improvements restarts that found a better graph
 */
public record SearchResult(WeightMatrix network, double score, int moves, int restarts, int improvements) {}
