// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A table as hospitals have it: two groups that differ in pressure and dose by so much that plain regressions within
 * sites leave no doubt. A search either has the edge, or its check names the pair.
 */
class GroupsOfATableTest {

    private static final VariableSchema SCHEMA = VariableSchema.of(
            "age", "sex", "weight", "smoking", "kidney", "pressure", "lipids", "dose", "stay", "cost");
    private static final int AGE = 0;
    private static final int SEX = 1;
    private static final int WEIGHT = 2;
    private static final int SMOKING = 3;
    private static final int KIDNEY = 4;
    private static final int PRESSURE = 5;
    private static final int LIPIDS = 6;
    private static final int DOSE = 7;
    private static final int STAY = 8;
    private static final int COST = 9;
    private static final int[] ROWS = {700, 600, 470};
    private static final String TIERS = "age, sex; weight, smoking; kidney, pressure, lipids; dose; stay, cost";

    private static double[] row(Random random, int site) {
        double[] x = new double[10];
        x[AGE] = 50 + 12 * random.nextGaussian() + 2 * site;
        x[SEX] = random.nextDouble() < 0.48 ? 1 : 0;
        x[WEIGHT] = 75 + 0.15 * (x[AGE] - 50) + 11 * random.nextGaussian();
        x[SMOKING] = Math.exp(0.8 * random.nextGaussian());
        x[KIDNEY] = Math.exp(0.3 * random.nextGaussian() - 0.012 * (x[AGE] - 50));
        x[PRESSURE] = 120 + 0.4 * (x[AGE] - 50) + 0.3 * (x[WEIGHT] - 75) + 5.5 * x[SEX] + 13 * random.nextGaussian();
        x[LIPIDS] = Math.exp(0.01 * (x[WEIGHT] - 75) + 0.25 * random.nextGaussian());
        x[DOSE] = 40 + 0.35 * (x[PRESSURE] - 120) - 4.4 * x[SEX] + 9 * random.nextGaussian();
        x[STAY] = Math.exp(0.02 * (x[DOSE] - 40) - 0.5 * x[KIDNEY] + 0.5 * random.nextGaussian());
        x[COST] = Math.exp(0.3 * Math.log(x[STAY]) + 0.4 * random.nextGaussian());
        return x;
    }

    private static List<double[][]> tables(long seed) {
        List<double[][]> sites = new ArrayList<>();
        for (int k = 0; k < ROWS.length; k++) {
            Random random = new Random(10 * seed + k);
            double[][] rows = new double[ROWS[k]][];
            for (int r = 0; r < rows.length; r++) {
                rows[r] = row(random, k);
            }
            sites.add(rows);
        }
        return sites;
    }

    private static LearnedNetwork learn(List<double[][]> tables) throws InterruptedException {
        List<RowSource> sites = tables.stream()
                .<RowSource>map(rows -> InMemoryRows.of(SCHEMA, rows))
                .toList();
        return Learning.of(Method.named("gram").with("tiers", TIERS))
                .inNormalScores()
                .learn(sites);
    }

    /** t of the coefficient of sex in the regression of a column on sex and others, all about their sites' means. */
    private static double t(List<double[][]> tables, int target, int... others) {
        int k = others.length + 1;
        double[][] normal = new double[k][k + 1];
        double total = 0;
        int n = 0;
        for (double[][] rows : tables) {
            double[] mean = new double[SCHEMA.size()];
            for (double[] row : rows) {
                for (int j = 0; j < mean.length; j++) {
                    mean[j] += row[j] / rows.length;
                }
            }
            for (double[] row : rows) {
                double[] x = new double[k + 1];
                x[0] = row[SEX] - mean[SEX];
                for (int a = 1; a < k; a++) {
                    x[a] = row[others[a - 1]] - mean[others[a - 1]];
                }
                x[k] = row[target] - mean[target];
                for (int a = 0; a < k; a++) {
                    for (int b = 0; b <= k; b++) {
                        normal[a][b] += x[a] * x[b];
                    }
                }
                total += x[k] * x[k];
            }
            n += rows.length - 1;
        }
        // with sex eliminated last its pivot is what the others leave of it
        for (int a = k - 1; a > 0; a--) {
            for (int b = 0; b < a; b++) {
                double factor = normal[b][a] / normal[a][a];
                for (int c = 0; c <= k; c++) {
                    normal[b][c] -= factor * normal[a][c];
                }
            }
            total -= normal[a][k] * normal[a][k] / normal[a][a];
        }
        double slope = normal[0][k] / normal[0][0];
        double residual = total - slope * normal[0][k];
        return slope / Math.sqrt(residual / (n - k) / normal[0][0]);
    }

    @Test
    void groups_thatRegressionsTellBeyondDoubt_haveAnEdgeOrAreNamed() throws InterruptedException {
        for (long seed = 1; seed <= 3; seed++) {
            List<double[][]> tables = tables(seed);
            double onPressure = t(tables, PRESSURE, AGE, WEIGHT);
            double onDose = t(tables, DOSE, PRESSURE, AGE);
            assertTrue(onPressure >= 7 && onDose <= -7, onPressure + " and " + onDose);
            LearnedNetwork learned = learn(tables);
            assertSeen(learned, PRESSURE);
            assertSeen(learned, DOSE);
        }
    }

    private static void assertSeen(LearnedNetwork learned, int other) {
        NamedNetwork network = learned.named();
        boolean edge = network.edges().stream().anyMatch(one -> one.from() == SEX && one.to() == other);
        boolean named = learned.evidence().orElseThrow().findings().places(Misfit.UNEXPLAINED_PAIRS).stream()
                .anyMatch(pair -> Set.of(pair.one(), pair.other()).equals(Set.of(SEX, other)));
        assertTrue(edge || named, () -> "sex and " + network.name(other) + " are neither joined nor named");
    }

    /** So small an effect of so many rows could not have been missed. */
    @Test
    void smallestEffect_isBelowTheGroups() throws InterruptedException {
        NamedNetwork network = learn(tables(1)).named();
        assertEquals(0.075, network.smallestEffect().orElseThrow(), 0.01);
        assertTrue(network.edges().stream().allMatch(NetworkEdge::sure));
    }
}
