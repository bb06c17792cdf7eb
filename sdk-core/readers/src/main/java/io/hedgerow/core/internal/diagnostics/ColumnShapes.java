// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.diagnostics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds columns that second moments describe badly, in one pass over the rows of each site, which may serve other
 * purposes too. A column is, the first that applies,
 *
 * <ul>
 *   <li>binary when it has exactly two values
 *   <li>whole numbers when every cell is one
 *   <li>skewed when |g₁| &gt; 1, and beyond four of its standard errors √(6 / n) in normal rows
 *   <li>heavy-tailed when g₂ &gt; 2, and beyond four of √(24 / n)
 * </ul>
 *
 * <p>with g₁ = m₃ / m₂^(3/2) and g₂ = m₄ / m₂² − 3 from moments about the mean, of all sites' rows in each site's own
 * deviations. Constant columns and cells that are no numbers are left out.
 *
 * <p>A column is better described by ranks than by values when it has more than {@value #FEW} values and is an amount
 * (|g₁| ≥ 2.5) or a count (whole numbers, |g₁| ≥ 1); exponential noise has g₁ = 2, and a linear network of such noise
 * is one of values. With few values what ties take from correlations can be put back only where a normal variable is
 * behind them, and where levels are causes there is none. Not thread-safe. Not private.
 */
public final class ColumnShapes {

    private static final double SKEWED = 1;
    private static final double HEAVY = 2;
    private static final double ERRORS = 4;
    private static final int FEW = 10;
    private static final double AMOUNT = 2.5;
    private static final double COUNT = 1;

    /** The first distinct values. */
    private final double[][] values;

    private final int[] distinct;
    private final boolean[] fractions;
    private final CentralMoments[] moments;
    /** Of the sites that were merged. */
    private final double[] cubes;

    private final double[] fourths;
    private final List<List<OneSitesScale.Scale>> scales = new ArrayList<>();
    /** The cells of each column that are numbers. */
    private final double[] counts;

    /**
     * Takes the rows of one site.
     *
     * @param columns how many of a row's first cells are looked at
     */
    public ColumnShapes(int columns) {
        values = new double[columns][FEW];
        distinct = new int[columns];
        fractions = new boolean[columns];
        cubes = new double[columns];
        fourths = new double[columns];
        counts = new double[columns];
        moments = new CentralMoments[columns];
        for (int c = 0; c < columns; c++) {
            moments[c] = new CentralMoments();
            scales.add(new ArrayList<>());
        }
    }

    /**
     * Adds one row.
     *
     * @param row is not kept
     */
    public void add(double[] row) {
        for (int c = 0; c < values.length; c++) {
            double value = row[c];
            if (Double.isNaN(value)) {
                continue;
            }
            counts[c]++;
            count(c, value);
            // beyond 2^53 every double is whole, whatever was measured
            fractions[c] |= value != Math.rint(value) || Math.abs(value) > 0x1p53;
            moments[c].add(value);
        }
    }

    /** The shapes of columns over all rows of some sites. */
    static ColumnShapes of(List<ColumnShapes> sites) {
        ColumnShapes all = new ColumnShapes(sites.get(0).values.length);
        sites.forEach(all::addSite);
        return all;
    }

    private void addSite(ColumnShapes site) {
        for (int c = 0; c < values.length; c++) {
            CentralMoments column = site.moments[c];
            for (int k = 0; k < Math.min(FEW, site.distinct[c]); k++) {
                count(c, site.values[c][k]);
            }
            distinct[c] = site.distinct[c] > FEW ? FEW + 1 : distinct[c];
            fractions[c] |= site.fractions[c];
            counts[c] += site.counts[c];
            cubes[c] += column.cubes();
            fourths[c] += column.fourths();
            if (column.varies()) {
                scales.get(c)
                        .add(OneSitesScale.Scale.of(
                                column.logOfVariance(), column.fourths() / site.counts[c], site.counts[c]));
            }
        }
    }

    boolean isApart(int column) {
        return OneSitesScale.isApart(scales.get(column));
    }

    /** The odd columns, by kind. */
    Map<String, List<Integer>> odd() {
        Map<String, List<Integer>> odd = new LinkedHashMap<>();
        for (int c = 0; c < values.length; c++) {
            int column = c;
            shape(c).ifPresent(shape ->
                    odd.computeIfAbsent(shape, name -> new ArrayList<>()).add(column));
        }
        return odd;
    }

    /** Whether most of some columns have few values: levels, of which ranks are no better than numbers. */
    boolean areMostlyLevels(List<Integer> columns) {
        return 2 * columns.stream().filter(c -> distinct[c] <= FEW).count() > columns.size();
    }

    /** The columns that ranks describe better: amounts and counts. */
    List<Integer> ofRanks() {
        return IntStream.range(0, values.length)
                .filter(c -> distinct[c] > FEW && isBeyond(c, fractions[c] ? AMOUNT : COUNT))
                .boxed()
                .toList();
    }

    private double skewness(int c) {
        return Math.abs(cubes[c] / counts[c]);
    }

    private boolean isBeyond(int c, double limit) {
        return skewness(c) > Math.max(limit, ERRORS * Math.sqrt(6 / counts[c]));
    }

    private void count(int c, double value) {
        int known = distinct[c];
        if (known > FEW) {
            return;
        }
        for (int k = 0; k < known; k++) {
            if (value == values[c][k]) {
                return;
            }
        }
        if (known < FEW) {
            values[c][known] = value;
        }
        distinct[c]++;
    }

    private Optional<String> shape(int c) {
        double n = counts[c];
        if (distinct[c] < 2) {
            return Optional.empty();
        }
        if (distinct[c] == 2) {
            return Optional.of("binary");
        }
        if (!fractions[c]) {
            return Optional.of("whole numbers");
        }
        if (isBeyond(c, SKEWED)) {
            return Optional.of("skewed");
        }
        boolean heavy = fourths[c] / n - 3 > Math.max(HEAVY, ERRORS * Math.sqrt(24 / n));
        return heavy ? Optional.of("heavy-tailed") : Optional.empty();
    }

    /**
     * Tests whether exactly one site has a column in another scale: its deviation is more than {@value #FACTOR} times
     * that of every other site, or every other site's is more than that many times its own, beyond {@value #ERRORS}
     * standard errors, while those of the others are within that factor. Of two sites either may be the one.
     */
    private static final class OneSitesScale {

        /** Groups of people differ by less; most units of one quantity, such as mg/dl and mmol/l, by more. */
        private static final double FACTOR = 3;

        private static final double ERRORS = 4;

        /** Lighter tails than normal ones are not trusted. */
        private static final double LEAST_CHANCE = 2;

        private OneSitesScale() {}

        /** One site's ln s and its error, ½ √((κ − 1) / n), κ being the fourth moment in deviations. */
        record Scale(double log, double error) {

            static Scale of(double logOfVariance, double fourth, double rows) {
                return new Scale(logOfVariance / 2, Math.sqrt(Math.max(LEAST_CHANCE, fourth - 1) / rows) / 2);
            }

            private boolean isBeyond(Scale lower) {
                double chance = ERRORS * Math.hypot(error, lower.error);
                return log - lower.log > Math.max(Math.log(FACTOR), chance);
            }

            private boolean isNear(Scale lower) {
                return log - lower.log <= Math.log(FACTOR);
            }
        }

        /** Takes the sites where the column is not constant. */
        static boolean isApart(List<Scale> sites) {
            List<Scale> scales = sites.stream()
                    .sorted(Comparator.comparingDouble(Scale::log))
                    .toList();
            int last = scales.size() - 1;
            if (last < 1) {
                return false;
            }
            boolean largest = scales.get(last).isBeyond(scales.get(last - 1))
                    && scales.get(last - 1).isNear(scales.get(0));
            boolean smallest =
                    scales.get(1).isBeyond(scales.get(0)) && scales.get(last).isNear(scales.get(1));
            return largest || smallest;
        }
    }
}
