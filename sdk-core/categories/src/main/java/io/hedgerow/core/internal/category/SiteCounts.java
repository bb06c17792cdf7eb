// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.internal.search.sums.SiteSums;
import java.util.Arrays;

/** The sums of a site's first release, see {@link CategoryLayout}. Reads the rows twice. */
final class SiteCounts {

    private final CategoryColumns columns;
    private final DataView view;
    private final SufficientStatistics statistics;
    /** The first indicator of each category by its place. */
    private final int[] first;

    private final int indicators;
    /** [indicator, indicator]: rows with both levels; filled for the earlier second one only. */
    private final double[] both;
    /** [indicator, number]: Σ (x − m) over the rows with the level. */
    private final double[] shifts;
    /** [indicator, number]: Σ (z² − 1) over the rows with the level, z = (x − m) / s; 0 where s is 0. */
    private final double[] squares;

    /** [number]: 1 / s, or 0. */
    private final double[] scale;

    SiteCounts(CategoryColumns columns, DataView view) {
        this.columns = columns;
        this.view = view;
        this.statistics = view.statistics();
        int[] own = columns.categories();
        this.first = new int[own.length + 1];
        for (int c = 0; c < own.length; c++) {
            first[c + 1] = first[c] + columns.levels(own[c]);
        }
        this.indicators = first[own.length];
        this.both = new double[indicators * indicators];
        this.shifts = new double[indicators * columns.numbers().length];
        this.squares = new double[shifts.length];
        this.scale = Arrays.stream(columns.numbers())
                .mapToDouble(v -> statistics.covariance(v, v))
                .map(variance -> variance > 0 ? 1 / Math.sqrt(variance) : 0)
                .toArray();
        view.forEachRow(this::add);
    }

    static int level(CategoryColumns columns, int variable, double cell) {
        if (!(cell >= 0 && cell < columns.levels(variable)) || cell != Math.rint(cell)) {
            throw new DataException("a cell of \"" + columns.name(variable) + "\" must be one of its "
                    + columns.levels(variable) + " levels, one is not");
        }
        return (int) cell;
    }

    private void add(double[] row) {
        int[] own = columns.categories();
        int[] numbers = columns.numbers();
        int[] indicator = new int[own.length];
        for (int a = 0; a < own.length; a++) {
            indicator[a] = first[a] + level(columns, own[a], row[own[a]]);
            int base = indicator[a] * indicators;
            for (int b = 0; b <= a; b++) {
                both[base + indicator[b]]++;
            }
            for (int x = 0; x < numbers.length; x++) {
                double shift = row[numbers[x]] - statistics.mean(numbers[x]);
                double z = shift * scale[x];
                shifts[indicator[a] * numbers.length + x] += shift;
                squares[indicator[a] * numbers.length + x] += scale[x] > 0 ? z * z - 1 : 0;
            }
        }
    }

    void write(CategoryLayout layout, double[] all) {
        double n = statistics.rows();
        int[] numbers = columns.numbers();
        if (numbers.length > 0) {
            SufficientStatistics of = ofNumbers(numbers);
            double[] row = new double[numbers.length];
            double[] sums = SiteSums.of(
                            of,
                            rows -> view.forEachRow(all1 -> {
                                for (int x = 0; x < numbers.length; x++) {
                                    row[x] = all1[numbers[x]];
                                }
                                rows.accept(row);
                            }))
                    .toArray();
            System.arraycopy(sums, 0, all, 0, sums.length);
        }
        all[layout.rows()] = n;
        all[layout.rows() + 1] = nLogN(n);
        int[] own = columns.categories();
        int[] pairs = layout.pairs();
        int pair = 0;
        for (int a = 0; a < own.length; a++) {
            int at = layout.single(a);
            int k = columns.levels(own[a]);
            for (int l = 0; l < k; l++) {
                all[at + l] = count(first[a] + l);
                all[at + k] += nLogN(all[at + l]);
            }
            for (int b = 0; b < a; b++) {
                writePair(a, b, pairs[pair], all);
                pair++;
            }
        }
        for (int i = 0; i < indicators; i++) {
            int at = layout.product(i);
            for (int j = 0; j <= i; j++) {
                all[at + j] = both[i * indicators + j] - count(i) * count(j) / n;
            }
            System.arraycopy(shifts, i * numbers.length, all, at + i + 1, numbers.length);
            System.arraycopy(squares, i * numbers.length, all, at + i + 1 + numbers.length, numbers.length);
        }
    }

    private SufficientStatistics ofNumbers(int[] numbers) {
        double[] mean = new double[numbers.length];
        double[] covariance = new double[numbers.length * numbers.length];
        for (int x = 0; x < numbers.length; x++) {
            mean[x] = statistics.mean(numbers[x]);
            for (int y = 0; y < numbers.length; y++) {
                covariance[x * numbers.length + y] = statistics.covariance(numbers[x], numbers[y]);
            }
        }
        return SufficientStatistics.ofMoments(statistics.rows(), mean, covariance);
    }

    /** The levels of the earlier category change fastest. */
    private void writePair(int a, int b, int from, double[] all) {
        int ka = first[a + 1] - first[a];
        int kb = first[b + 1] - first[b];
        for (int la = 0; la < ka; la++) {
            for (int lb = 0; lb < kb; lb++) {
                double count = both[(first[a] + la) * indicators + first[b] + lb];
                all[from + la * kb + lb] = count;
                all[from + ka * kb] += nLogN(count);
            }
        }
    }

    private double count(int indicator) {
        return both[indicator * (indicators + 1)];
    }

    static double nLogN(double n) {
        return n > 0 ? n * Math.log(n) : 0;
    }
}
