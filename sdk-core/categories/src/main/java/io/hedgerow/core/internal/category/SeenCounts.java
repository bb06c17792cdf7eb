// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.search.sums.CellSums;
import java.util.function.Consumer;

/**
 * The first sums of a site with missing cells at the places of {@link CategoryLayout}: of each category and of each two
 * over the rows that have them. The sum of n ln n of a category has its n_c ln n_c instead of n ln n taken off, and
 * that of a pair is Σ n I of the rows that have both beside the sums of its two, so that what is computed of them is of
 * these rows. Of products there is that of each indicator with itself. Third moments are of sites without missing cells
 * alone.
 */
final class SeenCounts {

    private final CategoryColumns columns;
    private final CategoryLayout layout;
    private final int[] first;
    private final int indicators;
    /** [indicator, indicator]: rows with both levels. */
    private final double[] both;

    private double rows;

    private SeenCounts(CategoryColumns columns) {
        this.columns = columns;
        this.layout = new CategoryLayout(columns);
        int[] own = columns.categories();
        this.first = new int[own.length + 1];
        for (int c = 0; c < own.length; c++) {
            first[c + 1] = first[c] + columns.levels(own[c]);
        }
        this.indicators = first[own.length];
        this.both = new double[indicators * indicators];
    }

    /**
     * Reads rows, NaN where a cell is missing, and writes their sums, those of numbers also at a place of their own.
     */
    static void write(CategoryColumns columns, Consumer<RowSource.RowConsumer> reading, double[] all, int numbers) {
        SeenCounts counts = new SeenCounts(columns);
        reading.accept(counts::add);
        counts.write(all);
        int[] own = columns.numbers();
        if (own.length > 0) {
            double[] sums = CellSums.of(
                    own.length,
                    counts.rows,
                    rows -> reading.accept(row -> {
                        double[] ofNumbers = new double[own.length];
                        for (int x = 0; x < own.length; x++) {
                            ofNumbers[x] = row[own[x]];
                        }
                        rows.accept(ofNumbers);
                    }));
            System.arraycopy(sums, 0, all, 0, counts.layout.numberSums());
            System.arraycopy(sums, 0, all, numbers, sums.length);
        }
    }

    private void add(double[] row) {
        boolean some = false;
        for (double cell : row) {
            some |= !Double.isNaN(cell);
        }
        rows += some ? 1 : 0;
        int[] own = columns.categories();
        int[] indicator = new int[own.length];
        for (int a = 0; a < own.length; a++) {
            double cell = row[own[a]];
            indicator[a] = Double.isNaN(cell) ? -1 : first[a] + SiteCounts.level(columns, own[a], cell);
            for (int b = 0; indicator[a] >= 0 && b <= a; b++) {
                if (indicator[b] >= 0) {
                    both[indicator[a] * indicators + indicator[b]]++;
                }
            }
        }
    }

    private void write(double[] all) {
        double n = SiteCounts.nLogN(rows);
        all[layout.rows()] = rows;
        all[layout.rows() + 1] = n;
        int[] own = columns.categories();
        int[] pairs = layout.pairs();
        int pair = 0;
        double[] entropy = new double[own.length];
        for (int a = 0; a < own.length; a++) {
            int at = layout.single(a);
            int k = columns.levels(own[a]);
            double seen = 0;
            for (int l = 0; l < k; l++) {
                all[at + l] = both[(first[a] + l) * (indicators + 1)];
                entropy[a] += SiteCounts.nLogN(all[at + l]);
                seen += all[at + l];
            }
            entropy[a] += n - SiteCounts.nLogN(seen);
            all[at + k] = entropy[a];
            for (int l = 0; seen > 0 && l < k; l++) {
                int i = first[a] + l;
                all[layout.product(i) + i] = all[at + l] - all[at + l] * all[at + l] / seen;
            }
            for (int b = 0; b < a; b++) {
                writePair(a, b, pairs[pair], all, entropy[a] + entropy[b] - n);
                pair++;
            }
        }
    }

    /** The levels of the earlier category change fastest. */
    private void writePair(int a, int b, int from, double[] all, double offset) {
        int ka = first[a + 1] - first[a];
        int kb = first[b + 1] - first[b];
        double[] ofB = new double[kb];
        double seen = 0;
        double information = 0;
        for (int la = 0; la < ka; la++) {
            double ofA = 0;
            for (int lb = 0; lb < kb; lb++) {
                double count = both[(first[a] + la) * indicators + first[b] + lb];
                all[from + la * kb + lb] = count;
                information += SiteCounts.nLogN(count);
                ofA += count;
                ofB[lb] += count;
                seen += count;
            }
            information -= SiteCounts.nLogN(ofA);
        }
        for (double count : ofB) {
            information -= SiteCounts.nLogN(count);
        }
        all[from + ka * kb] = information + SiteCounts.nLogN(seen) + offset;
    }
}
