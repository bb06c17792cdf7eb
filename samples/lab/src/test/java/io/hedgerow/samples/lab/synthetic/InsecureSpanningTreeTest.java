// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.synthetic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.dp.accounting.ZcdpAccountant;
import io.hedgerow.samples.lab.synthetic.TreeMarginals.Counts;
import io.hedgerow.samples.lab.synthetic.TreeMarginals.Edge;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class InsecureSpanningTreeTest {

    private static final VariableKind THREE = VariableKind.categorical("a", "b", "c");
    private static final VariableSchema SCHEMA =
            VariableSchema.of("p", "q", "r", "s").with(Map.of("p", THREE, "q", THREE, "r", THREE, "s", THREE));

    /** p → q → r, each keeping the level of the one before in .7 of the rows; s of its own, rarely c. */
    private static RowSource chain(int count, long seed) {
        Random random = new Random(seed);
        double[][] rows = new double[count][4];
        for (double[] row : rows) {
            row[0] = random.nextInt(3);
            for (int j = 1; j < 3; j++) {
                row[j] = random.nextDouble() < 0.55 ? row[j - 1] : random.nextInt(3);
            }
            row[3] = random.nextInt(1000) == 0 ? 2 : random.nextInt(2);
        }
        return InMemoryRows.of(SCHEMA, rows);
    }

    /** The tree has what depends, and its rows are as near as other rows of the same kind. */
    @Test
    void rows_areThoseOfTheTreeThatIsThere() {
        RowSource real = chain(20_000, 1);
        InsecureSpanningTree tree = new InsecureSpanningTree(real, 4, 1e-8, 1);
        Set<List<Integer>> joined = tree.tree().stream()
                .map(edge -> Arrays.stream(edge).boxed().toList())
                .collect(Collectors.toSet());
        assertTrue(joined.contains(List.of(0, 1)) && joined.contains(List.of(1, 2)), joined.toString());
        assertEquals(3, joined.size());
        RowDistance given = RowDistance.of(real, tree.rows(20_000, 2));
        RowDistance others = RowDistance.of(real, chain(20_000, 2));
        assertTrue(given.pairs() < 2 * others.pairs(), given + " and " + others);
        assertTrue(given.margins() < 0.01, given.toString());
    }

    /** A third of ρ for each part; ε of ρ at δ is what was asked for. */
    @Test
    void rho_costsTheBudget() {
        double rho = InsecureSpanningTree.rho(1, 1e-8);
        assertEquals(1, ZcdpAccountant.epsilonOf(rho, 1e-8), 1e-6);
        assertTrue(rho > 0.01 && rho < 0.02, "rho " + rho);
    }

    /** Where counts agree there is nothing to weigh; where they do not, variances weigh them. */
    @Test
    void tree_isNearestToCounts() {
        Counts x = new Counts(new double[] {60, 40}, new double[] {1, 1});
        Counts y = new Counts(new double[] {50, 50}, new double[] {1, 1});
        Counts both = new Counts(new double[] {45, 15, 5, 35}, new double[] {1, 1, 1, 1});
        TreeMarginals agree = new TreeMarginals(100, List.of(x, y), List.of(new Edge(0, 1, both)));
        assertArrayEquals(new double[] {0.6, 0.4}, agree.of(0), 1e-6);
        assertArrayEquals(new double[] {0.5, 0.5}, agree.of(1), 1e-6);
        // p: ½ (60 − n)² · 2 + ½ (50 − n)² · 2 / 2: of n among 60 with weight 2, and 50 with weight 1
        Counts sure = new Counts(new double[] {60, 40}, new double[] {1, 1});
        Counts table = new Counts(new double[] {25, 25, 25, 25}, new double[] {1, 1, 1, 1});
        TreeMarginals weighed = new TreeMarginals(100, List.of(sure, y), List.of(new Edge(0, 1, table)));
        assertArrayEquals(new double[] {170.0 / 300, 130.0 / 300}, weighed.of(0), 1e-5);
        assertArrayEquals(new double[] {0.5, 0.5}, weighed.of(1), 1e-5);
    }

    @Test
    void distance_isHalfTheSumOfDifferences() {
        VariableSchema two = VariableSchema.of("x", "y")
                .with(Map.of("x", VariableKind.categorical("0", "1"), "y", VariableKind.categorical("0", "1")));
        RowSource one = InMemoryRows.of(two, new double[][] {{0, 0}, {0, 1}, {1, 0}, {1, 1}});
        RowSource other = InMemoryRows.of(two, new double[][] {{0, 0}, {0, 0}, {0, 0}, {1, 1}});
        RowDistance distance = RowDistance.of(one, other);
        assertEquals(0.25, distance.margins(), 1e-12);
        assertEquals(0.5, distance.pairs(), 1e-12);
        assertEquals(0.5, distance.worstPair(), 1e-12);
    }

    @Test
    void columnsThatDoNotVary_areLeftOut_andHaveNoEdges() {
        RowSource rows = InMemoryRows.of(VariableSchema.of("x", "y", "z"), new double[][] {{0, 5, 1}, {1, 5, 2}});
        VaryingColumns varying = VaryingColumns.of(rows);
        assertEquals(List.of("x", "z"), varying.schema().names());
        double[] all =
                varying.ofAll(WeightMatrix.ofRows(2, new double[] {0, 3, 0, 0})).toRows();
        assertArrayEquals(new double[] {0, 0, 3, 0, 0, 0, 0, 0, 0}, all);
    }
}
