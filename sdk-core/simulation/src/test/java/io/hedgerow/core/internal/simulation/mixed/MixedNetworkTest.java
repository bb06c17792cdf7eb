// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.simulation.mixed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MixedNetworkTest {

    /** x1 → x3 ← x2 with weights 1. */
    private static final GraphGenerator COLLIDER = new GraphGenerator() {
        @Override
        public int variables() {
            return 3;
        }

        @Override
        public WeightMatrix generate(long seed) {
            return WeightMatrix.ofRows(3, new double[] {0, 0, 1, 0, 0, 1, 0, 0, 0});
        }
    };

    private static List<double[]> rows(RowSource source) {
        List<double[]> rows = new ArrayList<>();
        source.forEachRow(row -> rows.add(row.clone()));
        return rows;
    }

    @Test
    void share_saysHowManyAreCategories_withTwoToFourLevels() {
        MixedNetwork network = MixedNetwork.draw(new ErdosRenyi(20, 20), 0.35, false, 4);
        List<Integer> levels = network.schema().kinds().stream()
                .filter(kind -> kind instanceof VariableKind.Categorical)
                .map(kind -> ((VariableKind.Categorical) kind).size())
                .toList();
        assertEquals(7, levels.size());
        assertTrue(levels.stream().allMatch(k -> k >= 2 && k <= 4), levels.toString());
        assertTrue(levels.stream().distinct().count() > 1, levels.toString());
        assertEquals(20, network.truth().edgeCount());
        assertEquals(
                0, MixedNetwork.draw(new ErdosRenyi(5, 4), 0, true, 1).schema().hasCategories() ? 1 : 0);
        assertThrows(IllegalArgumentException.class, () -> MixedNetwork.draw(new ErdosRenyi(5, 4), 1.1, false, 1));
    }

    @Test
    void rows_areTheSameForASeed_andOthersAtAnotherSite() {
        MixedNetwork one = MixedNetwork.draw(new ErdosRenyi(8, 8), 0.5, true, 4);
        MixedNetwork again = MixedNetwork.draw(new ErdosRenyi(8, 8), 0.5, true, 4);
        double[] first = rows(one.rows(2, 30)).get(29);
        assertArrayEquals(first, rows(again.rows(2, 30)).get(29));
        assertNotEquals(
                Arrays.toString(first), Arrays.toString(rows(one.rows(1, 30)).get(29)));
        assertThrows(IllegalArgumentException.class, () -> one.rows(0, -1));
    }

    /**
     * Numbers have mean 0 and variance 1 up to the error of the 10,000 rows that set them and of the 20,000 rows here:
     * their sum has a standard deviation of at most √(1/10,000 + 1/20,000) = 0.012 for means, and of about 0.02 for
     * variances, of which five are allowed; the seed is fixed.
     */
    @Test
    void numbers_haveMeanZeroAndVarianceOne_andLevelsOccur() {
        MixedNetwork network = MixedNetwork.draw(new ErdosRenyi(15, 20), 0.4, true, 9);
        List<double[]> rows = rows(network.rows(0, 20_000));
        for (int j = 0; j < 15; j++) {
            int column = j;
            if (network.schema().kind(j) instanceof VariableKind.Categorical category) {
                for (int l = 0; l < category.size(); l++) {
                    int level = l;
                    long found =
                            rows.stream().filter(row -> row[column] == level).count();
                    assertTrue(found > 200, "level " + l + " of x" + (j + 1) + " occurs " + found + " times");
                }
            } else {
                double mean =
                        rows.stream().mapToDouble(row -> row[column]).average().orElseThrow();
                double square = rows.stream()
                        .mapToDouble(row -> row[column] * row[column])
                        .average()
                        .orElseThrow();
                assertEquals(0, mean, 0.06);
                assertEquals(1, square - mean * mean, 0.1);
            }
        }
    }

    /**
     * Three categories, two of which act on the third, and 40,000 rows. Without interactions the utilities are sums, so
     * the double difference of the log odds of two levels between two levels of each cause is 0 but for sampling; its
     * standard error is √(Σ 1/n) over eight cells. With interactions it is not, of at least one of three networks.
     */
    @Test
    void interactions_areNoSums() {
        assertTrue(worstDoubleDifference(false) < 5, "additive: " + worstDoubleDifference(false));
        assertTrue(worstDoubleDifference(true) > 10, "interacting: " + worstDoubleDifference(true));
    }

    private static double worstDoubleDifference(boolean interactions) {
        return LongStream.rangeClosed(1, 3)
                .mapToDouble(seed -> doubleDifference(interactions, seed))
                .max()
                .orElseThrow();
    }

    private static double doubleDifference(boolean interactions, long seed) {
        double[][][] counts = new double[4][4][4];
        MixedNetwork network = MixedNetwork.draw(COLLIDER, 1, interactions, seed);
        network.rows(0, 40_000).forEachRow(row -> counts[(int) row[0]][(int) row[1]][(int) row[2]]++);
        double difference = 0;
        double variance = 0;
        for (int cell = 0; cell < 8; cell++) {
            double count = counts[cell & 1][(cell >> 1) & 1][(cell >> 2) & 1];
            difference += (Integer.bitCount(cell) % 2 == 0 ? 1 : -1) * Math.log(count);
            variance += 1 / count;
        }
        return Math.abs(difference) / Math.sqrt(variance);
    }

    /**
     * The correlation of two numbers is the weight over the deviation: 1/√3 with two causes of weight 1 and noise of
     * variance 1.
     */
    @Test
    void effectsOfNumbers_haveTheWeightOfTheirEdge() {
        MixedNetwork network = MixedNetwork.draw(COLLIDER, 0, false, 3);
        double sum = 0;
        for (double[] row : rows(network.rows(0, 20_000))) {
            sum += row[0] * row[2] / 20_000;
        }
        assertEquals(1 / Math.sqrt(3), Math.abs(sum), 0.05);
    }
}
