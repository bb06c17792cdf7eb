// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.table;

import io.hedgerow.core.internal.chance.Holm;
import io.hedgerow.core.internal.search.sums.CellSums.Dependence;
import java.util.ArrayList;
import java.util.List;

/**
 * Tests, in tables with noise, whether cells of a category are missing where others have other levels.
 *
 * <p>Of the rows that have a level of another category, N of the rows lack the first and S have it, and M of all that
 * have any level lack it, a share f; p is the share of the level. By chance
 *
 * <pre>
 * T = N − f (N + S),   var T = f (1 − f) p (1 − p) rows + s² ((1 − f)² + f² k) ((1 − p)² + (q − 1) p²)
 * </pre>
 *
 * <p>k and q being the levels of the first and of the other, s² the noise of a cell (delta method). Counts of fewer
 * rows than {@value #LEAST_EXPECTED} expected in all say nothing: they are too skewed.
 */
final class MissingLevels {

    private static final double LEAST_EXPECTED = 25;

    private final NoisyTables tables;

    MissingLevels(NoisyTables tables) {
        this.tables = tables;
    }

    /** Dependences beyond chance and noise (Holm 1979), the strongest first. */
    List<Dependence> dependences() {
        List<Dependence> all = new ArrayList<>();
        for (int i : tables.missing()) {
            for (int j = 0; j < tables.variables(); j++) {
                if (i != j) {
                    all.addAll(of(i, j));
                }
            }
        }
        return Holm.beyondChance(all, Dependence::deviations);
    }

    /** Of each level of another category, of a variable of which cells are missing. */
    List<Dependence> of(int missing, int on) {
        NoisyTables.Table table =
                tables.margin(Math.min(missing, on), Math.max(missing, on)).orElseThrow();
        int k = tables.levels(missing);
        int q = tables.levels(on);
        int stride = q + (tables.missing().contains(on) ? 1 : 0);
        double[] lack = new double[q];
        double[] have = new double[q];
        double lacking = 0;
        double rows = 0;
        for (int l = 0; l < q; l++) {
            for (int own = 0; own <= k; own++) {
                int cell = missing < on ? own + (k + 1) * l : l + stride * own;
                double count = table.counts().count(cell);
                lack[l] += own == k ? count : 0;
                have[l] += own == k ? 0 : count;
                lacking += own == k ? count : 0;
                rows += count;
            }
        }
        List<Dependence> all = new ArrayList<>();
        double f = lacking / rows;
        if (!(f > 0 && f < 1)) { // by noise, of few rows that have the other
            return all;
        }
        for (int l = 0; l < q; l++) {
            double p = (lack[l] + have[l]) / rows;
            double chance = f * (1 - f) * p * (1 - p) * rows;
            if (chance >= LEAST_EXPECTED) {
                double noise =
                        table.variance() * ((1 - f) * (1 - f) + f * f * k) * ((1 - p) * (1 - p) + (q - 1) * p * p);
                double beyond = lack[l] - f * (lack[l] + have[l]);
                all.add(new Dependence(missing, on, beyond / Math.sqrt(chance + noise)));
            }
        }
        return all;
    }
}
