// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import io.hedgerow.dp.internal.release.table.TableFixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableEffectsTest {

    private static final VariableSchema SCHEMA = VariableSchema.of("a", "b", "c", "e")
            .with(Map.of(
                    "a", VariableKind.categorical("k", "l", "m"),
                    "b", VariableKind.categorical("no", "yes"),
                    "c", VariableKind.categorical("no", "yes"),
                    "e", VariableKind.categorical("k", "l", "m")));
    private static final int N = 20_000;

    /** a → b → c and e by itself; a cell is missing in a share of the rows. */
    private static RowSource rows(long seed, double missing) {
        Random random = new Random(seed);
        double[][] rows = new double[N][4];
        for (double[] row : rows) {
            row[0] = random.nextInt(10) < 5 ? 0 : 1 + random.nextInt(2);
            row[1] = random.nextDouble() < 0.2 + 0.25 * row[0] ? 1 : 0;
            row[2] = random.nextDouble() < 0.3 + 0.3 * row[1] ? 1 : 0;
            row[3] = random.nextInt(3);
            for (int j = 0; j < row.length; j++) {
                row[j] = random.nextDouble() < missing ? Double.NaN : row[j];
            }
        }
        return InMemoryRows.withMissingCells(SCHEMA, rows);
    }

    private static NoisyTables tables(double deviation, Random random, double[][] counts) {
        List<NoisyTables.Table> all = new ArrayList<>();
        int[][] sets = {{0, 1}, {0, 2}, {1, 2}};
        int[] levels = {3, 2, 2};
        for (int t = 0; t < sets.length; t++) {
            double[] cells = counts[t].clone();
            for (int k = 0; k < cells.length; k++) {
                cells[k] += deviation * random.nextGaussian();
            }
            int[] own = {levels[sets[t][0]], levels[sets[t][1]]};
            all.add(new NoisyTables.Table(CountTable.of(sets[t], own, cells), deviation * deviation));
        }
        return NoisyTables.of(3, 10_000, all);
    }

    /** Independent variables: V is the variance of uᵀ S v over releases, to a tenth. */
    @Test
    void variance_isThatOfReleases() {
        double[][] counts = {
            {3000, 1800, 1200, 2000, 1200, 800}, {2500, 1500, 1000, 2500, 1500, 1000}, {3000, 2000, 3000, 2000}
        };
        double[] u = {1, -0.5, 0.7, -0.4};
        double[] v = {0.3, 0.8, -0.6, 1};
        Random random = new Random(3);
        int runs = 4000;
        double sum = 0;
        double square = 0;
        double claimed = 0;
        for (int run = 0; run < runs; run++) {
            NoisyTables tables = tables(30, random, counts);
            TableEffects effects = new TableEffects(tables);
            double[] s = effects.covariance();
            double value = 0;
            for (int a = 0; a < 4; a++) {
                for (int b = 0; b < 4; b++) {
                    value += u[a] * s[a * 4 + b] * v[b];
                }
            }
            sum += value / runs;
            square += value * value / runs;
            claimed += effects.variance(u, v) / runs;
        }
        assertEquals(1, claimed / (square - sum * sum), 0.15);
    }

    /** Without noise: of counts 40, 10, 20, 30 over 100. */
    @Test
    void covariances_areOfIndicators() {
        NoisyTables tables = NoisyTables.of(
                2,
                100,
                List.of(new NoisyTables.Table(
                        CountTable.of(new int[] {0, 1}, new int[] {2, 2}, new double[] {40, 10, 20, 30}), 1e-6)));
        TableEffects effects = new TableEffects(tables);
        // levels 1 of the first, of 40 rows, and of the second, of 50: the first of two alike is the most common
        assertArrayEquals(new double[] {0.24, 0.3 - 0.4 * 0.5, 0.3 - 0.4 * 0.5, 0.25}, effects.covariance(), 1e-9);
    }

    /**
     * Of 90 % intervals of the effects of a on b and c, and of b on c, where no cells and where a fifth are missing.
     */
    @ParameterizedTest
    @CsvSource({"0, 0.3", "0, 2", "0.2, 0.5", "0.2, 3"})
    void intervals_coverTheTruth(double missing, double epsilon) {
        int covered = 0;
        int all = 0;
        for (long seed = 1; seed <= 20; seed++) {
            NoisyTables tables = TableFixtures.release(
                    rows(seed, missing),
                    N,
                    missing > 0,
                    new PrivacyBudget(epsilon, 1e-6),
                    GramFixtures.seeded(100 + seed));
            EdgeKnowledge order =
                    GivenEdges.among(4).required(0, 1).required(1, 2).known();
            TotalEffects effects = new ReleasedTables(tables, order, 0, 1)
                    .search(SCHEMA)
                    .evidence()
                    .effects()
                    .orElseThrow();
            for (TotalEffects.Effect effect : effects.pairs()) {
                if (effect.from() < effect.to() && effect.to() < 3) {
                    TotalEffects.Contrast levels = effect.levels().orElseThrow();
                    double step = effect.from() == 1 ? 0.3 : effect.to() == 1 ? 0.25 : 0.25 * 0.3;
                    double truth = (levels.outcome() == 1 ? step : -step) * (levels.level() - levels.reference());
                    TotalEffects.Interval change = effect.change();
                    all++;
                    covered += change.lower() <= truth && truth <= change.upper() ? 1 : 0;
                }
            }
        }
        double share = (double) covered / all;
        assertTrue(all >= 80 && share >= 0.82, share + " of " + all);
    }
}
