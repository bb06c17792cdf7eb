// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.outside;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * The edges that a method finds, directed or not, for comparison between methods.
 *
 * @param joined whether it joins i and j; symmetric
 * @param directed whether i is a cause of j
 * @param type the equivalence class of graphs; empty of a method that allows for hidden causes
 */
record Links(
        int variables,
        BiPredicate<Integer, Integer> joined,
        BiPredicate<Integer, Integer> directed,
        Optional<EquivalenceClass> type) {

    static Links ofClass(Dag graph) {
        return ofClass(graph.variables(), EquivalenceClass.of(graph));
    }

    static Links ofClass(int variables, EquivalenceClass type) {
        return new Links(
                variables,
                (i, j) -> type.isDirected(i, j) || type.isDirected(j, i) || type.isUndirected(i, j),
                type::isDirected,
                Optional.of(type));
    }

    /**
     * Counts pairs that one joins and the other does not: those that are joined in the truth, and those that are not.
     */
    int[] wrong(WeightMatrix truth) {
        int[] wrong = new int[2];
        for (int i = 0; i < variables; i++) {
            for (int j = i + 1; j < variables; j++) {
                boolean is = truth.hasEdge(i, j) || truth.hasEdge(j, i);
                if (is != joined.test(i, j)) {
                    wrong[is ? 0 : 1]++;
                }
            }
        }
        return wrong;
    }

    /** The number of edges whose direction is impossible. */
    int impossible(BiPredicate<Integer, Integer> contradicted) {
        int count = 0;
        for (int i = 0; i < variables; i++) {
            for (int j = 0; j < variables; j++) {
                count += i != j && directed.test(i, j) && contradicted.test(i, j) ? 1 : 0;
            }
        }
        return count;
    }
}
