// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.synthetic;

import io.hedgerow.core.data.RowSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How far the rows of categories of one table are from those of another: total variation, ½ Σ |p − q|, of the levels of
 * each variable, and of the cells of each pair of variables.
 *
 * @param margins mean over the variables
 * @param pairs mean over the pairs
 * @param worstPair the largest of the pairs
 */
record RowDistance(double margins, double pairs, double worstPair) {

    static RowDistance of(RowSource one, RowSource other) {
        int d = one.schema().size();
        double[][] first = shares(one);
        double[][] second = shares(other);
        double margins = 0;
        double pairs = 0;
        double worst = 0;
        for (int k = 0; k < first.length; k++) {
            double distance = 0;
            for (int cell = 0; cell < first[k].length; cell++) {
                distance += Math.abs(first[k][cell] - second[k][cell]) / 2;
            }
            if (k < d) {
                margins += distance / d;
            } else {
                pairs += distance / (first.length - d);
                worst = Math.max(worst, distance);
            }
        }
        return new RowDistance(margins, pairs, worst);
    }

    /** Of each variable, then of each pair. */
    private static double[][] shares(RowSource rows) {
        int d = rows.schema().size();
        List<int[]> sets = new ArrayList<>();
        for (int i = 0; i < d; i++) {
            sets.add(new int[] {i, i});
        }
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                sets.add(new int[] {i, j});
            }
        }
        int[] levels = new int[d];
        Arrays.setAll(levels, v -> rows.schema().levels(v).size());
        double[][] counts = new double[sets.size()][];
        Arrays.setAll(counts, k -> new double[levels[sets.get(k)[0]] * levels[sets.get(k)[1]]]);
        long[] total = new long[1];
        rows.forEachRow(row -> {
            total[0]++;
            for (int k = 0; k < counts.length; k++) {
                int[] set = sets.get(k);
                counts[k][((int) row[set[0]]) * levels[set[1]] + (int) row[set[1]]]++;
            }
        });
        return Arrays.stream(counts)
                .map(own -> Arrays.stream(own).map(n -> n / total[0]).toArray())
                .toArray(double[][]::new);
    }
}
