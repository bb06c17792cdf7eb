// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.denoise.table.NoisyTables;
import io.hedgerow.dp.internal.release.RawRows;
import io.hedgerow.dp.internal.release.ReleaseDesign;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableDesignTest {

    private static final double MU = 0.5;
    private static final int D = 3;

    private static final NoiseSource SIGMA = new NoiseSource() {
        @Override
        public String id() {
            return "sigma";
        }

        @Override
        public NoiseSource.Law law() {
            return NoiseSource.Law.EXACT;
        }

        @Override
        public long gaussian(double sigma) {
            return Math.round(sigma);
        }

        @Override
        public long laplace(double scale) {
            throw new AssertionError("no Laplace noise is in this release");
        }
    };

    private static TableDesign design(String unit) {
        ReleaseOptions records = TableFixtures.options(
                D, 3, unit.startsWith("zero-out") ? Adjacency.ZERO_OUT : Adjacency.REPLACE_ONE, MU);
        return TableDesign.of(
                unit.endsWith("person") ? records.withUsers(3) : records,
                TableFixtures.schema(3, 3, 3),
                unit.contains("miss"),
                EdgeKnowledge.none(D));
    }

    private static double[] published(TableDesign design, int round, NoiseSource noise, double[][] unit) {
        ReleaseSolver solver = new ReleaseSolver(design, noise);
        solver.plan(new Task("tables", round, 1, Payload.empty(), Set.of()));
        Parameters told = Parameters.takeOver(
                design.shape().announced(List.of(new int[] {1, 2}, new int[] {0, 2}, new int[] {0, 1})));
        Parameters zeros = Parameters.zeros(design.layout().size());
        LocalProblem problem = new LocalProblem(design.layout(), told, zeros, zeros, 1, 0, 1, Centring.NONE);
        double[][] rows = new double[2 + unit.length][D + 1];
        rows[0][D] = 1;
        rows[1][D] = 2;
        for (int r = 0; r < unit.length; r++) {
            rows[2 + r] = Arrays.copyOf(unit[r], D + 1);
        }
        RawRows source = RawRows.of(rows);
        try (DataView view =
                RawRows.open(UserRows.of(source, source.schema().names().get(D)))) {
            return design.released(round, solver.solve(problem, view).parameters());
        }
    }

    private static double mu(MechanismEvent event) {
        return ((MechanismEvent.Gaussian)
                        ((MechanismEvent.Sequence) event).steps().get(0))
                .mu();
    }

    /** In units of the noise that is added, from a data set to its neighbour; for some neighbours by all of it. */
    @ParameterizedTest
    @CsvSource({"record", "person", "zero-out", "zero-out-person", "record-missing", "missing-person"})
    void whatIsPublished_movesByWhatIsCharged(String unit) {
        TableDesign design = design(unit);
        boolean zeros = unit.startsWith("zero-out");
        List<double[][][]> pairs = List.of(
                new double[][][] {{{1, 1, 1}}, zeros ? new double[1][D] : new double[][] {{2, 2, 2}}},
                new double[][][] {{{1, 2, 1}}, zeros ? new double[1][D] : new double[][] {{1, Double.NaN, 7}}});
        double[][][] user = {{{1, 1, 1}, {2, 1, 2}, {1, 1, 1}}, zeros ? new double[3][D] : new double[][] {{2, 2, 2}}};
        double charged = 0;
        for (int round = 0; round < 2; round++) {
            double mu = mu(new ReleaseSolver(design, SIGMA).roundPlan(2).get(round));
            charged += mu * mu;
            double largest = 0;
            for (double[][][] pair : pairs) {
                largest = Math.max(largest, shift(design, round, pair, mu));
            }
            if (unit.endsWith("person")) {
                assertTrue(shift(design, round, user, mu) > 0);
            }
            assertTrue(largest >= 0.999 * mu, "round " + round + " moves by " + largest + " of " + mu);
        }
        assertEquals(MU, Math.sqrt(charged), 1e-6);
        assertTrue(Math.sqrt(charged) <= MU * (1 + 1e-12));
    }

    private static double shift(TableDesign design, int round, double[][][] pair, double mu) {
        double[] one = published(design, round, GramFixtures.SILENT, pair[0]);
        double[] other = published(design, round, GramFixtures.SILENT, pair[1]);
        double[] raised = published(design, round, SIGMA, pair[0]);
        double square = 0;
        for (int k = 0; k < one.length; k++) {
            double moved = (one[k] - other[k]) / (raised[k] - one[k]);
            square += moved * moved;
        }
        assertTrue(Math.sqrt(square) <= mu * (1 + 1e-6), "round " + round + " moves by " + Math.sqrt(square));
        return Math.sqrt(square);
    }

    /** What a round costs, how many tables it has and how long its sum is does not depend on what is announced. */
    @Test
    void nonsenseThatIsAnnounced_makesSmallerTables_andChangesNoCost() {
        TableDesign design = TableFixtures.design(1, 2, 3, 4, 8, 8, 8, 8);
        double[] told = new double[design.layout().size()];
        Arrays.fill(told, 1e9);
        double[] first = {1, 1, 2, Double.NaN, 2, -3, 0.5, 8, 4, 5, 6, 7};
        System.arraycopy(first, 0, told, 0, first.length);
        List<int[]> tables = design.shape().tables(told);
        assertEquals(7, tables.size());
        assertArrayEquals(new int[] {0, 1}, tables.get(0));
        assertArrayEquals(new int[] {1}, tables.get(1));
        assertArrayEquals(new int[] {2, 3, 4}, tables.get(2)); // 4 · 8 · 8 cells leave no room for more
        Parameters announced = Parameters.takeOver(told);
        assertEquals(
                design.sum(1, design.unannounced()).event(),
                design.sum(1, announced).event());
        assertEquals(
                design.parts().get(2) - design.parts().get(1),
                design.sum(1, announced).sums().length);
    }

    private static RowSource rows(int count) {
        VariableSchema schema = TableFixtures.schema(2, 3, 2, 4);
        Random random = new Random(5);
        double[][] rows = new double[count][4];
        for (double[] row : rows) {
            row[0] = random.nextInt(2);
            row[1] = random.nextInt(5) == 0 ? random.nextInt(3) : row[0];
            row[2] = random.nextInt(5) == 0 ? random.nextInt(2) : row[0];
            row[3] = row[1] + (random.nextInt(3) == 0 ? 1 : 0);
        }
        return InMemoryRows.of(schema, rows);
    }

    @Test
    void withoutNoise_countsAreThoseOfTheRows() {
        RowSource rows = rows(500);
        NoisyTables tables = TableFixtures.release(rows, 500, new PrivacyBudget(1, 1e-6), GramFixtures.SILENT);
        for (int[] set : new int[][] {{0, 1}, {1, 3}, {0, 1, 2}}) {
            CountTable counts = tables.of(set).orElseThrow().counts();
            double[] exact = new double[counts.cells()];
            int[] levels = {2, 3, 2, 4};
            rows.forEachRow(row -> {
                int cell = 0;
                int stride = 1;
                for (int v : set) {
                    cell += stride * (int) row[v];
                    stride *= levels[v];
                }
                exact[cell]++;
            });
            assertArrayEquals(exact, counts.counts(), 1e-6);
        }
    }

    /** Counts of a set are of the rows that have all of it, whichever others they lack. */
    @Test
    void withoutNoise_countsAreOfTheRowsThatHaveAll_whereCellsMayMiss() {
        Random random = new Random(6);
        List<double[]> holed = new ArrayList<>();
        rows(500).forEachRow(row -> {
            double[] own = row.clone();
            for (int j = 0; j < own.length; j++) {
                own[j] = random.nextInt(4) == 0 ? Double.NaN : own[j];
            }
            holed.add(own);
        });
        RowSource rows = InMemoryRows.withMissingCells(rows(1).schema(), holed.toArray(double[][]::new));
        NoisyTables tables = TableFixtures.release(rows, 500, true, new PrivacyBudget(1, 1e-6), GramFixtures.SILENT);
        for (int[] set : new int[][] {{0}, {0, 1}, {1, 3}, {0, 1, 2}}) {
            double have = holed.stream()
                    .filter(row -> Arrays.stream(set).noneMatch(v -> Double.isNaN(row[v])))
                    .mapToDouble(row -> 1)
                    .sum();
            assertEquals(have, tables.rows(set), 1e-6);
        }
        double[] counts = tables.of(0, 1).orElseThrow().counts().counts();
        for (int cell = 0; cell < 6; cell++) {
            int first = cell % 2;
            int second = cell / 2;
            double rowsOfCell = holed.stream()
                    .filter(row -> row[0] == first && row[1] == second)
                    .mapToDouble(row -> 1)
                    .sum();
            assertEquals(rowsOfCell, counts[cell], 1e-6);
        }
        String many = assertThrows(
                        IllegalArgumentException.class, () -> TableShape.of(TableFixtures.schema(2, 200, 3), true))
                .getMessage();
        assertTrue(many.contains("\"x2\" has 201 levels") && many.contains("a missing cell counted as one"), many);
    }

    @Test
    void tooManyLevels_areRefused_byName_beforeAnythingIsRead() {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> TableShape.of(TableFixtures.schema(2, 200, 3), false))
                .getMessage();
        assertTrue(message.contains("\"x2\" has 200 levels"), message);
        assertThrows(IllegalArgumentException.class, () -> TableShape.of(TableFixtures.schema(5), false));
        int[] many = new int[100];
        Arrays.fill(many, 5);
        String cells = assertThrows(
                        IllegalArgumentException.class, () -> TableShape.of(TableFixtures.schema(many), false))
                .getMessage();
        assertTrue(cells.contains("80000"), cells);
    }

    @Test
    void requiredCauses_areCandidates_andNeedRoom() {
        EdgeKnowledge one = GivenEdges.among(4).required(3, 0).known();
        TableDesign design =
                TableDesign.of(TableFixtures.options(4, 500, Adjacency.REPLACE_ONE, 1), rows(1).schema(), false, one);
        Parameters silent = Parameters.zeros(design.layout().size());
        List<int[]> tables = design.shape()
                .tables(design.announced(0, silent, silent, new ReleaseDesign.Total(1, 500))
                        .toArray());
        assertArrayEquals(new int[] {0, 3}, tables.get(0));
        GivenEdges many = GivenEdges.among(6);
        for (int i = 1; i < 6; i++) {
            many = many.required(i, 0);
        }
        EdgeKnowledge all = many.known();
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> TableDesign.of(
                                TableFixtures.options(6, 9, Adjacency.REPLACE_ONE, 1),
                                TableFixtures.schema(2, 2, 2, 2, 2, 2),
                                false,
                                all))
                .getMessage();
        assertTrue(message.contains("\"x1\" has 5"), message);
        assertFalse(message.contains("x2"));
    }
}
