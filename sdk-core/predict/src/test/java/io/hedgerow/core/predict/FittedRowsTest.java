// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.search.Evidence.Equation;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.core.table.ProbabilityTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** By hand: a = 1 + u (variance 4), b = 2 + 3 a + u (variance 1), c = 5 + u (variance 9); and rain → grass. */
class FittedRowsTest {

    private static final VariableSchema SCHEMA = VariableSchema.of("a", "b", "c");

    private static final int ROWS = 40_000;

    /** Rows have a fixed seed; this is five standard errors of a mean of {@link #ROWS} numbers, per deviation. */
    private static final double FAR = 5 / Math.sqrt(ROWS);

    private static FittedNetwork numbers() {
        return FittedNetwork.of(
                "result.json",
                NamedNetwork.of(SCHEMA, WeightMatrix.of(new double[][] {{0, 3, 0}, {0, 0, 0}, {0, 0, 0}})),
                Optional.empty(),
                new FittedEquations(
                        List.of(new Equation(1, 4), new Equation(2, 1), new Equation(5, 9)),
                        FittedEquations.DATA,
                        false));
    }

    private static FittedNetwork categories() {
        VariableSchema schema = VariableSchema.of("rain", "grass")
                .with(Map.of(
                        "rain", VariableKind.categorical("no", "yes"),
                        "grass", VariableKind.categorical("dry", "wet")));
        return FittedNetwork.of(
                "t.bif",
                DiscreteNetwork.of(
                        schema,
                        List.of(
                                ProbabilityTable.of(new int[0], new double[][] {{0.7, 0.3}}),
                                ProbabilityTable.of(new int[] {0}, new double[][] {{0.9, 0.1}, {0, 1}}))));
    }

    private static List<double[]> drawn(FittedNetwork fitted, int rows, long seed, Map<String, ?> set) {
        List<double[]> drawn = new ArrayList<>();
        fitted.synthesise(set, rows, seed).forEachRow(row -> drawn.add(row.clone()));
        return drawn;
    }

    private static double mean(List<double[]> rows, int variable) {
        return rows.stream().mapToDouble(row -> row[variable]).average().orElseThrow();
    }

    private static double product(List<double[]> rows, int one, int other) {
        double first = mean(rows, one);
        double second = mean(rows, other);
        return rows.stream()
                .mapToDouble(row -> (row[one] - first) * (row[other] - second))
                .average()
                .orElseThrow();
    }

    @Test
    void forEach_numbers_haveTheMomentsOfTheEquations() {
        List<double[]> rows = drawn(numbers(), ROWS, 1, Map.of());
        assertEquals(1, mean(rows, 0), FAR * 2);
        assertEquals(5, mean(rows, 1), FAR * Math.sqrt(37));
        assertEquals(5, mean(rows, 2), FAR * 3);
        // the product of two normal variables has variance s11 s22 + s12²
        assertEquals(12, product(rows, 0, 1), FAR * Math.sqrt(4 * 37 + 12 * 12));
        assertEquals(0, product(rows, 0, 2), FAR * Math.sqrt(4 * 9));
    }

    @Test
    void forEach_afterACauseIsSet_movesWhatFollowsAndNothingElse() {
        List<double[]> before = drawn(numbers(), 50, 3, Map.of());
        List<double[]> after = drawn(numbers(), 50, 3, Map.of("a", 10));
        for (int r = 0; r < before.size(); r++) {
            assertEquals(10, after.get(r)[0]);
            assertEquals(
                    before.get(r)[1] - 3 * before.get(r)[0] + 3 * 10, after.get(r)[1], 1e-12, "the same noise of b");
            assertEquals(before.get(r)[2], after.get(r)[2], "c does not follow");
        }
    }

    @Test
    void forEach_afterAnEffectIsSet_leavesItsCause() {
        List<double[]> after = drawn(numbers(), 50, 3, Map.of("b", 0));
        List<double[]> before = drawn(numbers(), 50, 3, Map.of());
        for (int r = 0; r < after.size(); r++) {
            assertEquals(0, after.get(r)[1]);
            assertEquals(before.get(r)[0], after.get(r)[0]);
        }
    }

    @Test
    void forEach_categories_haveTheProbabilitiesOfTheTables() {
        List<double[]> rows = drawn(categories(), ROWS, 1, Map.of());
        assertEquals(0.3, mean(rows, 0), FAR * Math.sqrt(0.3 * 0.7));
        assertEquals(0.37, mean(rows, 1), FAR * Math.sqrt(0.37 * 0.63));
        assertTrue(rows.stream().noneMatch(row -> row[0] == 1 && row[1] == 0), "rain always wets");
    }

    @Test
    void forEach_ofASetCause_hasItInAllRows() {
        for (double[] row : drawn(categories(), 30, 1, Map.of("rain", "yes"))) {
            assertArrayEquals(new double[] {1, 1}, row);
        }
    }

    @Test
    void forEach_drawsTheSameAtEveryReading_andOthersForAnotherSeed() {
        RowSource rows = numbers().synthesise(5, 1);
        double[][] first = read(rows);
        assertArrayEquals(first, read(rows));
        assertArrayEquals(first, read(numbers().synthesise(5, 1)));
        assertFalse(Arrays.deepEquals(first, read(numbers().synthesise(5, 2))));
        assertTrue(rows.keepsOrder());
        assertEquals(SCHEMA, rows.schema());
        assertEquals("rows drawn from result.json", rows.description());
    }

    /** So that rows of earlier releases can be drawn again. */
    @Test
    void forEach_ofASeed_isWhatItWas() {
        Random random = new Random(9);
        double a = 1 + 2 * random.nextGaussian();
        double b = 2 + 3 * a + random.nextGaussian();
        double c = 5 + 3 * random.nextGaussian();
        assertArrayEquals(new double[] {a, b, c}, read(numbers().synthesise(1, 9))[0]);
    }

    private static double[][] read(RowSource rows) {
        List<double[]> all = new ArrayList<>();
        rows.forEachRow(row -> all.add(row.clone()));
        return all.toArray(double[][]::new);
    }

    @Test
    void synthesise_ofNoRows_isRefused() {
        assertEquals(
                "rows must be > 0, was 0",
                assertThrows(IllegalArgumentException.class, () -> numbers().synthesise(0, 1))
                        .getMessage());
    }

    @Test
    void following_isAllDescendants_withoutWhatIsSet() {
        BitSet b = new BitSet();
        b.set(1);
        assertEquals(b, numbers().reach().following(Intervention.of(SCHEMA, Map.of("a", 1))));
        assertEquals(new BitSet(), numbers().reach().following(Intervention.of(SCHEMA, Map.of("a", 1, "b", 1))));
        assertEquals(new BitSet(), numbers().reach().following(Intervention.of(SCHEMA, Map.of("c", 1))));
        assertEquals(new BitSet(), numbers().reach().unsaid(Intervention.of(SCHEMA, Map.of("a", 1))));
    }
}
