// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which columns second moments describe badly, from one more reading. A column is, the first that applies,
 *
 * <ul>
 *   <li>binary when it has exactly two values
 *   <li>whole numbers when every cell is one
 *   <li>skewed when |g₁| &gt; 1, and beyond four of its standard errors √(6 / n) in normal rows
 *   <li>heavy-tailed when g₂ &gt; 2, and beyond four of √(24 / n)
 * </ul>
 *
 * <p>with g₁ = m₃ / m₂^(3/2) and g₂ = m₄ / m₂² − 3 from moments about the mean, of all sites' rows in each site's own
 * deviations. Constant columns and cells that are no numbers are left out. Not private.
 */
final class ColumnShapes {

    private static final double SKEWED = 1;
    private static final double HEAVY = 2;
    private static final double ERRORS = 4;

    private final double[] first;
    private final double[] second;
    private final int[] distinct;
    private final boolean[] fractions;
    private final double[] cubes;
    private final double[] fourths;
    private double rows;

    private ColumnShapes(int variables) {
        first = new double[variables];
        second = new double[variables];
        distinct = new int[variables];
        fractions = new boolean[variables];
        cubes = new double[variables];
        fourths = new double[variables];
    }

    /** The odd ones among the first columns of all rows of some sites, by what they are. */
    static Map<String, List<Integer>> of(List<DataView> sites, int columns) {
        ColumnShapes shapes = new ColumnShapes(columns);
        for (DataView site : sites) {
            SufficientStatistics moments = site.statistics();
            site.forEachRow(row -> shapes.add(row, moments));
        }
        Map<String, List<Integer>> odd = new LinkedHashMap<>();
        for (int c = 0; c < shapes.first.length; c++) {
            int column = c;
            shapes.shape(c)
                    .ifPresent(shape -> odd.computeIfAbsent(shape, name -> new ArrayList<>())
                            .add(column));
        }
        return odd;
    }

    private void add(double[] row, SufficientStatistics moments) {
        rows++;
        for (int c = 0; c < first.length; c++) {
            double value = row[c];
            double variance = moments.covariance(c, c);
            if (Double.isNaN(value)) {
                continue;
            }
            count(c, value);
            // beyond 2^53 every double is whole, whatever was measured
            fractions[c] |= value != Math.rint(value) || Math.abs(value) > 0x1p53;
            double z = variance > 0 ? (value - moments.mean(c)) / Math.sqrt(variance) : 0;
            cubes[c] += z * z * z;
            fourths[c] += z * z * z * z;
        }
    }

    private void count(int c, double value) {
        if (distinct[c] == 0) {
            first[c] = value;
            distinct[c] = 1;
        } else if (distinct[c] == 1 && value != first[c]) {
            second[c] = value;
            distinct[c] = 2;
        } else if (distinct[c] == 2 && value != first[c] && value != second[c]) {
            distinct[c] = 3;
        }
    }

    private Optional<String> shape(int c) {
        double n = rows;
        if (distinct[c] < 2) {
            return Optional.empty();
        }
        if (distinct[c] == 2) {
            return Optional.of("binary");
        }
        if (!fractions[c]) {
            return Optional.of("whole numbers");
        }
        if (Math.abs(cubes[c] / n) > Math.max(SKEWED, ERRORS * Math.sqrt(6 / n))) {
            return Optional.of("skewed");
        }
        boolean heavy = fourths[c] / n - 3 > Math.max(HEAVY, ERRORS * Math.sqrt(24 / n));
        return heavy ? Optional.of("heavy-tailed") : Optional.empty();
    }
}
