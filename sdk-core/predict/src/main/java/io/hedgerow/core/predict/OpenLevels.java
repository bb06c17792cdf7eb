// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.data.VariableSchema;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The unknown categories of a row over whose levels a sum is taken.
 *
 * @param relevant the variables whose families are factors of the sum
 * @param open the places of those categories
 */
@SuppressWarnings("ArrayRecordComponent") // that is never compared
record OpenLevels(BitSet relevant, int[] open) {

    /** All that the row does not have. */
    static OpenLevels all(MixedModel model, double[] row) {
        BitSet relevant = new BitSet();
        relevant.set(0, row.length);
        return new OpenLevels(relevant, categories(model, row, relevant));
    }

    /**
     * Those that matter for one variable: of its ancestors and those of the known cells, which alone have a say (barren
     * nodes), the ones that unknown variables connect with it in the moral graph (Lauritzen et al. 1990). The others
     * are independent of it given the known cells, so any level of them gives the same.
     */
    static OpenLevels of(MixedModel model, double[] row, int variable) {
        BitSet known = new BitSet();
        IntStream.range(0, row.length).filter(i -> !Double.isNaN(row[i])).forEach(known::set);
        BitSet relevant = (BitSet) known.clone();
        relevant.set(variable);
        Deque<Integer> left = new ArrayDeque<>(relevant.stream().boxed().toList());
        while (!left.isEmpty()) {
            for (int parent : model.parents(left.remove())) {
                if (!relevant.get(parent)) {
                    relevant.set(parent);
                    left.add(parent);
                }
            }
        }
        BitSet reached = new BitSet();
        reached.set(variable);
        left.add(variable);
        while (!left.isEmpty()) {
            int at = left.remove();
            relevant.stream()
                    .filter(family -> inFamily(model, family, at))
                    .forEach(family -> relevant.stream()
                            .filter(other -> inFamily(model, family, other) && !known.get(other) && !reached.get(other))
                            .forEach(other -> {
                                reached.set(other);
                                left.add(other);
                            }));
        }
        return new OpenLevels(relevant, categories(model, row, reached));
    }

    double combinations(VariableSchema schema) {
        return IntStream.of(open).mapToDouble(j -> schema.levels(j).size()).reduce(1, (a, b) -> a * b);
    }

    List<String> names(VariableSchema schema) {
        return IntStream.of(open).mapToObj(schema.names()::get).toList();
    }

    private static boolean inFamily(MixedModel model, int family, int variable) {
        return family == variable || IntStream.of(model.parents(family)).anyMatch(i -> i == variable);
    }

    private static int[] categories(MixedModel model, double[] row, BitSet among) {
        return among.stream()
                .filter(j -> model.isCategory(j) && Double.isNaN(row[j]))
                .toArray();
    }
}
