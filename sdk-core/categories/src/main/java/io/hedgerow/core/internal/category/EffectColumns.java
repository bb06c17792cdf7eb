// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.internal.effect.BlockEffects;
import io.hedgerow.core.internal.table.CountTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The columns whose effects on each other are told, of the first sums of numbers and categories. */
final class EffectColumns {

    private EffectColumns() {}

    /**
     * The columns of effects: the same, and one more for the most common level of a category of three levels or more.
     */
    static BlockEffects.Columns of(CategoryColumns columns, FirstSums first) {
        double[] covariance = first.covariance();
        int m = first.columns();
        List<int[]> causes = List.of(first.blocks());
        List<int[]> outcomes = new ArrayList<>(causes);
        int[] references = new int[columns.size()];
        Arrays.fill(references, -1);
        List<int[]> parts = new ArrayList<>();
        List<Integer> levels = new ArrayList<>();
        for (int column = 0; column < m; column++) {
            parts.add(new int[] {column});
            levels.add(first.level(column));
        }
        for (int v : columns.categories()) {
            CountTable single = first.single(v);
            for (int l = 0; l < single.cells(); l++) {
                references[v] = references[v] < 0 || single.count(l) > single.count(references[v]) ? l : references[v];
            }
            if (single.filled() > 2) {
                outcomes.set(
                        v,
                        IntStream.concat(IntStream.of(causes.get(v)), IntStream.of(parts.size()))
                                .toArray());
                parts.add(causes.get(v));
                levels.add(references[v]);
            }
        }
        int width = parts.size();
        double[] s = new double[width * width];
        for (int k = 0; k < s.length; k++) {
            int i = k / width;
            int j = k % width;
            double sum = 0;
            for (int a : parts.get(i)) {
                for (int b : parts.get(j)) {
                    sum += covariance[a * m + b];
                }
            }
            s[k] = i < m == j < m ? sum : 0.0 - sum;
        }
        return new BlockEffects.Columns(
                causes, outcomes, levels.stream().mapToInt(Integer::intValue).toArray(), references, s);
    }
}
