// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.table;

import io.hedgerow.core.internal.block.SetScore;
import io.hedgerow.core.internal.table.CountTable;
import java.util.Arrays;
import java.util.Optional;

/**
 * The evidence of tables with noise that variables depend on each other, instead of BDeu of exact counts. Of a table of
 * a set A with counts c̃ and noise of variance s² in each of its q cells
 *
 * <pre>
 * F(B) = Σ over cells of the margin B: ln m(c̃) − ln N(c̃; e, e + s_B²),   s_B² = s² q / q_B
 * M(A) = F(A) − Σ_{v ∈ A} F(v) + (|A| − 1) F(∅)
 * </pre>
 *
 * <p>Symbols: m the density of {@link CellEvidence}; e what is expected of a cell when all variables are independent,
 * from shares by all tables; F(∅) that of the sum. The first term of F is of any probabilities, the second of
 * independence, which margins and the sum fit as freely. So what noise adds to a table is expected by both, and M of one
 * variable is 0. With little noise M is BDeu's but for what each variable adds alone. Not thread-safe.
 */
final class NoisyEvidence implements SetScore {

    /** α of the prior. */
    static final double EQUIVALENT_ROWS = 1;

    /** Counts are whole without noise. */
    private static final double LEAST_VARIANCE = 0.25;

    private final NoisyTables tables;
    private final double[][] shares;

    NoisyEvidence(NoisyTables tables) {
        this.tables = tables;
        this.shares = new double[tables.variables()][];
        Arrays.setAll(shares, tables::shares);
    }

    double[] shares(int variable) {
        return shares[variable].clone();
    }

    int levels(int variable) {
        return shares[variable].length;
    }

    @Override
    public double of(int[] set) {
        if (set.length < 2) {
            return 0;
        }
        Optional<NoisyTables.Table> table = tables.of(set);
        return table.isPresent() ? of(set, table.get()) : Double.NaN;
    }

    private double of(int[] set, NoisyTables.Table table) {
        double total = Math.max(1, table.counts().total());
        double joint = evidence(table.counts(), set, table.variance(), total);
        double cells = table.counts().cells();
        for (int v : set) {
            CountTable margin = table.counts().margin(new int[] {v});
            joint -= evidence(margin, new int[] {v}, table.variance() * cells / margin.cells(), total);
        }
        CountTable sum = table.counts().margin(new int[0]);
        return joint + (set.length - 1) * evidence(sum, new int[0], table.variance() * cells, total);
    }

    /** F of a margin. */
    private double evidence(CountTable margin, int[] set, double variance, double total) {
        double noise = Math.max(LEAST_VARIANCE, variance);
        double a = EQUIVALENT_ROWS / margin.cells();
        CellEvidence free = new CellEvidence(a, total / margin.cells(), noise);
        double[] expected = expected(set, total);
        double sum = 0;
        for (int cell = 0; cell < margin.cells(); cell++) {
            double e = expected[cell];
            sum += free.log(margin.count(cell)) - CellEvidence.logNormal(margin.count(cell) - e, e + noise);
        }
        return sum;
    }

    /** Of cells, if all variables were independent; the first variable's levels change fastest. */
    private double[] expected(int[] set, double total) {
        double[] expected = {total};
        for (int v : set) {
            double[] next = new double[expected.length * shares[v].length];
            for (int l = 0; l < shares[v].length; l++) {
                for (int cell = 0; cell < expected.length; cell++) {
                    next[l * expected.length + cell] = expected[cell] * shares[v][l];
                }
            }
            expected = next;
        }
        return expected;
    }
}
