// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.predict.RowPredictor.From;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.FittedEquations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class RowPredictorTest {

    private static final double ROUND_OFF = 1e-12;

    private static RowSource numbers(double[]... rows) {
        return InMemoryRows.of(Networks.NUMBERS, rows);
    }

    /** Errors of a around 1: 0, 1, 2, −1; of b around 2 + 3 a: 0, 1, −1, 2; of c around −a + 2 b: 0, −2, 2, 0. */
    private static final double[][] ROWS = {{1, 5, 9}, {2, 9, 14}, {3, 10, 19}, {0, 4, 8}};

    private static RowPredictor predictor(FittedNetwork network, RowSource rows, String... given) {
        return network.predictor("rows.csv", rows.schema().names(), List.of(given), Map.of());
    }

    private static List<List<Expected>> predict(RowPredictor predictor, RowSource rows) {
        List<List<Expected>> all = new ArrayList<>();
        predictor.predict(rows, all::add);
        return all;
    }

    private static String refusal(Class<? extends RuntimeException> kind, Executable executable) {
        return assertThrows(kind, executable).getMessage();
    }

    @Test
    void predict_fromParents_hasErrorsByHand() {
        RowSource rows = numbers(ROWS);
        RowPredictor predictor = predictor(Networks.numbers(), rows);
        assertEquals(From.PARENTS, predictor.from());
        assertEquals(16, predict(predictor, rows).get(1).get(2).mean().orElseThrow(), ROUND_OFF);
        assertEquals(4, predictor.rows());
        assertEquals(
                3,
                predict(predictor(Networks.numbers(), rows), rows)
                        .get(0)
                        .get(2)
                        .deviation()
                        .orElseThrow());
        assertQuality(predictor.qualities().get(0), 6 / 4.0, 1 - 6 / 5.0, 2);
        assertQuality(predictor.qualities().get(1), 6 / 4.0, 1 - 6 / 26.0, 1);
        assertQuality(predictor.qualities().get(2), 8 / 4.0, 1 - 8 / 77.0, 3);
    }

    private static void assertQuality(PredictionQuality found, double meanSquare, double r2, double noise) {
        assertEquals(4, found.compared());
        assertEquals(Math.sqrt(meanSquare), found.rmse().orElseThrow(), ROUND_OFF);
        assertEquals(r2, found.r2().orElseThrow(), ROUND_OFF);
        assertEquals(noise, found.noise().orElseThrow(), ROUND_OFF);
        assertEquals(OptionalDouble.empty(), found.accuracy());
    }

    @Test
    void predict_fromOneColumn_needsNoOthers() {
        RowSource rows = InMemoryRows.of(VariableSchema.of("other", "b"), new double[][] {{0, 5}, {0, 42}});
        RowPredictor predictor = predictor(Networks.numbers(), rows, "b");
        assertEquals(From.GIVEN, predictor.from());
        assertEquals(List.of("b"), predictor.given());
        assertEquals(List.of("b"), predictor.columns());
        assertEquals(List.of("a", "c"), predictor.variables());
        List<List<Expected>> found = predict(predictor, rows);
        assertEquals(9, found.get(0).get(1).mean().orElseThrow(), ROUND_OFF);
        assertEquals(9 + 62, found.get(1).get(1).mean().orElseThrow(), ROUND_OFF);
        assertEquals(OptionalDouble.empty(), predictor.qualities().get(0).rmse(), "the rows do not have it");
        assertEquals(0, predictor.qualities().get(0).compared());
    }

    @Test
    void predict_afterACauseWasSet_doesNotInferTheCause() {
        RowSource rows = InMemoryRows.of(VariableSchema.of("b"), new double[][] {{42}});
        RowPredictor predictor = Networks.numbers().predictor("rows.csv", List.of("b"), List.of("b"), Map.of("a", 2));
        assertEquals(List.of("c"), predictor.variables());
        assertEquals(-2 + 2 * 42, predict(predictor, rows).get(0).get(0).mean().orElseThrow(), ROUND_OFF);
    }

    /** Levels have other places in the rows than in the network. */
    @Test
    void predict_levels_areMatchedByTheirTexts() {
        VariableSchema schema = VariableSchema.of("slip", "grass")
                .with(Map.of(
                        "slip", VariableKind.categorical("yes", "no"),
                        "grass", VariableKind.categorical("wet", "dry")));
        RowSource rows = InMemoryRows.of(schema, new double[][] {{0, 0}, {1, 1}, {0, 1}});
        RowPredictor predictor = predictor(Networks.tables(), rows);
        assertEquals(From.GIVEN, predictor.from(), "the rows do not have rain");
        List<List<Expected>> found = predict(predictor, rows);
        assertEquals(0.24 / 0.31, found.get(0).get(0).probabilities().get("yes"), ROUND_OFF);
        assertEquals(0.06 / 0.69, found.get(1).get(0).probabilities().get("yes"), ROUND_OFF);
        assertFalse(found.get(2).get(0).isKnown(), "it slips on dry grass");
        assertEquals(1, predictor.impossible());
    }

    @Test
    void predict_aLevelThatTheNetworkDoesNotKnow_isRefused() {
        VariableSchema schema =
                VariableSchema.of("grass").with(Map.of("grass", VariableKind.categorical("dry", "Wet")));
        RowSource rows = InMemoryRows.of(schema, new double[][] {{1}});
        RowPredictor predictor = predictor(Networks.tables(), rows);
        assertEquals(
                "data, column grass: must hold levels of the network, dry, wet, was \"Wet\"; did you mean \"wet\"?",
                refusal(DataException.class, () -> predict(predictor, rows)));
    }

    /** E[c | a] = 4 + 5 a with variance 9 + 4; E[c | b] = 9 + 62/37 (b − 5) with variance 113 − 62²/37. */
    @Test
    void predict_aMissingParent_isMarginalisedOver() {
        RowSource rows = InMemoryRows.withMissingCells(Networks.NUMBERS, new double[][] {
            {2, Double.NaN, 15}, {Double.NaN, 42, Double.NaN}, {Double.NaN, Double.NaN, 8}
        });
        RowPredictor predictor = predictor(Networks.numbers(), rows);
        List<List<Expected>> found = predict(predictor, rows);
        assertExpected(4 + 5 * 2, 9 + 4, found.get(0).get(2));
        assertExpected(9 + 62, 113 - 62 * 62 / 37.0, found.get(1).get(2));
        assertExpected(9, 113, found.get(2).get(2));
        assertExpected(2 + 3 * 1, 37, found.get(1).get(1));
        assertEquals(Map.of("a", 2L, "b", 2L, "c", 1L), predictor.missing());
        assertEquals(2, predictor.qualities().get(2).compared(), "a cell that is missing is not compared");
        assertEquals(1, predictor.qualities().get(2).rmse().orElseThrow(), ROUND_OFF);
        assertEquals(Optional.empty(), predictor.otherUnit(rows));
    }

    private static void assertExpected(double mean, double variance, Expected found) {
        assertExpected(mean, variance, found, ROUND_OFF);
    }

    /** Given both a and c, and given the one of them that a row has. */
    @Test
    void predict_fromGivenCells_takesThoseThatARowHas() {
        RowSource rows = InMemoryRows.withMissingCells(VariableSchema.of("c", "a"), new double[][] {
            {14, 2}, {Double.NaN, 2}, {14, Double.NaN}
        });
        RowPredictor predictor = predictor(Networks.numbers(), rows, "a", "c");
        List<List<Expected>> found = predict(predictor, rows);
        // given a = 2: b = 8 + u, c = −2 + 2 b + v: b is shifted by 2/(4 + 9) of what c is beyond 14
        assertExpected(8, 1 - 4 / 13.0, found.get(0).get(0));
        assertExpected(8, 1, found.get(1).get(0));
        assertExpected(5 + 62 / 113.0 * 5, 37 - 62 * 62 / 113.0, found.get(2).get(0));
        assertEquals(Map.of("a", 1L, "c", 1L), predictor.missing());
    }

    /** A parent that repeats another one without noise says nothing more, and does no harm where a third is missing. */
    @Test
    void predict_aParentThatFollowsFromAnother_countsOnce() {
        FittedNetwork copies = FittedNetwork.of(
                "copies",
                NamedNetwork.of(VariableSchema.of("a", "copy", "b", "c"), WeightMatrix.of(new double[][] {
                    {0, 2, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 0}
                })),
                Optional.empty(),
                new FittedEquations(
                        List.of(
                                new Evidence.Equation(0, 1),
                                new Evidence.Equation(0, 0),
                                new Evidence.Equation(7, 4),
                                new Evidence.Equation(0, 9)),
                        FittedEquations.DATA,
                        false));
        RowSource rows = InMemoryRows.withMissingCells(
                VariableSchema.of("a", "copy", "b", "c"), new double[][] {{1, 2, Double.NaN, 0}});
        assertExpected(
                1 + 2 + 7, 4 + 9, predict(predictor(copies, rows), rows).get(0).get(3));
    }

    /** P(slip) where it rains, if it is not known whether the grass is wet; and P(wet) from what is known. */
    @Test
    void predict_missingLevels_areCounted() {
        VariableSchema schema = Networks.tables().schema();
        RowSource rows = InMemoryRows.withMissingCells(schema, new double[][] {{1, Double.NaN, 0}, {1, 1, 1}});
        RowPredictor predictor = predictor(Networks.tables(), rows);
        List<List<Expected>> found = predict(predictor, rows);
        assertEquals(0.31 * 0.25, found.get(0).get(2).probabilities().get("yes"), ROUND_OFF, "no parent is known");
        assertEquals(Map.of("grass", 1L), predictor.missing());
    }

    /** sex → dose ← age: a cell that is missing is marginalised over, of parents and of others. */
    @Test
    void predict_numbersAndCategories_fromTheCellsThatARowHas() {
        RowSource rows = InMemoryRows.withMissingCells(Networks.MIXED, new double[][] {
            {70, Double.NaN, 36, Double.NaN}, {Double.NaN, 1, 36, 0}, {70, 1, Double.NaN, 1}
        });
        RowPredictor predictor = predictor(Networks.mixed(), rows);
        List<List<Expected>> found = predict(predictor, rows);
        // P(M) = .25 and 2 more of dose: a mixture of two normal distributions
        assertExpected(36 + 0.5, 4 + 4 * 0.25 * 0.75, found.get(0).get(2), 1e-6);
        assertExpected(33, 4 + 0.25 * 100, found.get(1).get(2), 1e-6);
        assertEquals(Map.of("age", 1L, "sex", 1L, "dose", 1L, "group", 1L), predictor.missing());
        assertEquals(2, predictor.qualities().get(2).compared());
        assertEquals(
                List.of("group was predicted without dose: its table is a mean over this number"), predictor.notes());
    }

    private static void assertExpected(double mean, double variance, Expected found, double tolerance) {
        assertEquals(mean, found.mean().orElseThrow(), tolerance, found.variable());
        assertEquals(Math.sqrt(variance), found.deviation().orElseThrow(), tolerance, found.variable());
    }

    @Test
    void predict_rowsThatLackAColumn_isRefused() {
        RowPredictor predictor = predictor(Networks.numbers(), numbers(ROWS));
        assertTrue(refusal(
                        DataException.class,
                        () -> predict(predictor, InMemoryRows.of(VariableSchema.of("a", "c"), new double[][] {{1, 2}})))
                .contains("must have the column b, has a, c"));
    }

    @Test
    void predict_numbersAndLevels_fromParents() {
        RowSource rows =
                InMemoryRows.of(Networks.MIXED, new double[][] {{50, 1, 30, 0}, {60, 0, 31, 0}, {70, 0, 35, 1}});
        RowPredictor predictor = predictor(Networks.mixed(), rows);
        List<List<Expected>> found = predict(predictor, rows);
        assertEquals(28, found.get(0).get(2).mean().orElseThrow(), ROUND_OFF);
        assertEquals(60, found.get(0).get(0).mean().orElseThrow(), ROUND_OFF);
        assertEquals(Optional.of("low"), found.get(0).get(3).likeliest());
        assertEquals(2, found.get(0).get(2).deviation().orElseThrow(), ROUND_OFF);
        PredictionQuality dose = predictor.qualities().get(2);
        assertEquals(Math.sqrt((4 + 0 + 1) / 3.0), dose.rmse().orElseThrow(), ROUND_OFF);
        assertEquals(1 - 5 / 14.0, dose.r2().orElseThrow(), ROUND_OFF);
        assertEquals(2, dose.noise().orElseThrow(), ROUND_OFF);
        PredictionQuality group = predictor.qualities().get(3);
        assertEquals(2 / 3.0, group.accuracy().orElseThrow(), ROUND_OFF);
        assertEquals(-(2 * Math.log(0.8) + Math.log(0.2)) / 3, group.logLoss().orElseThrow(), 1e-10);
        assertEquals(
                List.of("group was predicted without dose: its table is a mean over this number"), predictor.notes());
    }

    @Test
    void predictor_ofNumbersAndLevels_leavesOutWhatLacksCauses() {
        RowPredictor predictor = Networks.mixed().predictor("r", List.of("sex", "group"), List.of(), Map.of());
        assertEquals(List.of("age", "sex", "group"), predictor.variables());
        assertEquals(
                "dose was not predicted: the rows have no column age",
                predictor.notes().get(0));
    }

    @Test
    void predictor_ofWhatCannotBePredicted_saysWhy() {
        FittedNetwork numbers = Networks.numbers();
        List<String> header = Networks.NUMBERS.names();
        assertEquals(
                "given must name variables of the network, a, b, c, was x",
                refusal(IllegalArgumentException.class, () -> numbers.predictor("r", header, List.of("x"), Map.of())));
        assertEquals(
                "given and set must not name the same variable, both name b: leave one out",
                refusal(
                        IllegalArgumentException.class,
                        () -> numbers.predictor("r", header, List.of("a", "b"), Map.of("b", 1))));
        assertTrue(refusal(
                        IllegalArgumentException.class, () -> numbers.predictor("r", header, List.of(), Map.of("b", 1)))
                .startsWith("given must name variables that were seen"));
        assertEquals(
                "set must be empty for rows of a network of numbers and categories together, was of age = 5",
                refusal(
                        IllegalArgumentException.class,
                        () -> Networks.mixed().predictor("r", List.of("sex"), List.of("sex"), Map.of("age", 5))));
        assertEquals(
                "r: must have the columns a, b, c, has no b",
                refusal(DataException.class, () -> numbers.predictor("r", List.of("a", "c"), List.of(), Map.of())));
        assertEquals(
                "r: must have the columns grass, has no grass (but Grass)",
                refusal(
                        DataException.class,
                        () -> Networks.tables().predictor("r", List.of("Grass"), List.of("grass"), Map.of())));
        assertEquals(
                "r: must have columns of the network, rain, grass, slip, has none of them",
                refusal(
                        DataException.class,
                        () -> Networks.tables().predictor("r", List.of("x"), List.of(), Map.of())));
        assertTrue(refusal(DataException.class, () -> Networks.open().predictor("r", header, List.of(), Map.of()))
                .contains("the direction of a - b is not identified, so no one can tell whose parent is whose"));
        assertEquals(
                List.of("b", "c"),
                Networks.open().predictor("r", header, List.of("a"), Map.of()).variables());
    }

    @Test
    void otherUnit_isFoundFromTenRowsOn() {
        double[][] far = new double[10][];
        for (int r = 0; r < far.length; r++) {
            far[r] = new double[] {r % 2 == 0 ? 1000 : 3000, 5 + r % 3, 9 - r % 2};
        }
        RowSource rows = numbers(far);
        String said = predictor(Networks.numbers(), rows).otherUnit(rows).orElseThrow();
        assertTrue(said.startsWith("column a has mean 2000 and standard deviation"), said);
        RowSource few = numbers(List.of(far).subList(0, 9).toArray(double[][]::new));
        assertEquals(Optional.empty(), predictor(Networks.numbers(), few).otherUnit(few));
        RowSource usual =
                numbers(ROWS[0], ROWS[1], ROWS[2], ROWS[3], ROWS[0], ROWS[1], ROWS[2], ROWS[3], ROWS[0], ROWS[1]);
        assertEquals(Optional.empty(), predictor(Networks.numbers(), usual).otherUnit(usual));
    }
}
