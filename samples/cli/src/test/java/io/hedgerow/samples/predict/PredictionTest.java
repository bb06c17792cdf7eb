// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.predict.FittedNetwork;
import io.hedgerow.core.search.Evidence.Equation;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.samples.predict.Prediction.Quality;
import io.hedgerow.samples.predict.Prediction.Wanted;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By hand: a = 1 + u (variance 4), b = 2 + 3 a + u (variance 1), c = −a + 2 b + u (variance 9). */
class PredictionTest {

    private static final double ROUND_OFF = 1e-12;

    private static final VariableSchema SCHEMA = VariableSchema.of("a", "b", "c");

    private static final String ROWS = "a,b,c\n1,5,9\n2,9,14\n3,10,19\n0,4,8\n";

    @TempDir
    private Path folder = Path.of("");

    private static FittedNetwork network(boolean directed) {
        NamedNetwork network =
                NamedNetwork.of(SCHEMA, WeightMatrix.of(new double[][] {{0, 3, -1}, {0, 0, 2}, {0, 0, 0}}));
        EquivalenceClass open =
                EquivalenceClass.ofMarks(WeightMatrix.of(new double[][] {{0, 1, 1}, {1, 0, 1}, {0, 0, 0}}));
        PairProbabilities pairs =
                new PairProbabilities(Optional.of(open), Optional.empty(), 1, Optional.empty(), Optional.empty());
        return FittedNetwork.of(
                "result.json",
                directed ? network : network.withPairs(pairs),
                Optional.empty(),
                new FittedEquations(
                        List.of(new Equation(1, 4), new Equation(2, 1), new Equation(0, 9)),
                        FittedEquations.DATA,
                        false));
    }

    private Wanted wanted(List<String> given, String... settings) {
        Map<String, String> set = DoSettings.of(network(true), List.of(settings));
        return new Wanted(given, set, false, folder.resolve("predicted.csv"));
    }

    private Prediction predict(String rows, Wanted wanted) throws IOException {
        Path file = Files.writeString(folder.resolve("rows.csv"), rows);
        return Prediction.of(network(true), file, CsvOptions.defaults(), wanted);
    }

    private double[][] written() throws IOException {
        return Files.readAllLines(folder.resolve("predicted.csv")).stream()
                .skip(1)
                .map(line -> List.of(line.split(",")).stream()
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toArray(double[][]::new);
    }

    private String refusal(String rows, Wanted wanted) {
        return assertThrows(DataException.class, () -> predict(rows, wanted)).getMessage();
    }

    private static void assertQuality(Quality found, double meanSquare, double r2, double noise) {
        assertEquals(Math.sqrt(meanSquare), Objects.requireNonNull(found.rmse()), ROUND_OFF);
        assertEquals(r2, Objects.requireNonNull(found.r2()), ROUND_OFF);
        assertEquals(noise, Objects.requireNonNull(found.noise()), ROUND_OFF);
    }

    @Test
    void of_parents_hasErrorsByHand() throws IOException {
        Prediction found = predict(ROWS, wanted(List.of()));
        // errors of a around 1: 0, 1, 2, −1; of b around 2 + 3 a: 0, 1, −1, 2; of c around −a + 2 b: 0, −2, 2, 0
        assertEquals(4, found.rows());
        assertQuality(found.variables().get(0), 6 / 4.0, 1 - 6 / 5.0, 2);
        assertQuality(found.variables().get(1), 6 / 4.0, 1 - 6 / 26.0, 1);
        assertQuality(found.variables().get(2), 8 / 4.0, 1 - 8 / 77.0, 3);
        assertEquals(
                List.of(0, 1, 2),
                found.variables().stream().map(Quality::parents).toList());
        double[][] written = written();
        assertEquals(4, written.length);
        assertEquals(16, written[1][2], ROUND_OFF);
    }

    @Test
    void of_aGivenEffect_isTheConditionalMean() throws IOException {
        Prediction found = predict("b\n5\n42\n", wanted(List.of("b")));
        double[][] written = written();
        // the means are 1, 5, 9; Cov(a, b) = 12, Var(b) = 37, Cov(c, b) = 62
        assertEquals(1, written[0][0], ROUND_OFF);
        assertEquals(9, written[0][1], ROUND_OFF);
        assertEquals(1 + 12, written[1][0], ROUND_OFF);
        assertEquals(9 + 62, written[1][1], ROUND_OFF);
        Quality a = found.variables().get(0);
        assertNull(a.rmse(), "the rows do not have it");
        assertNull(a.r2());
        assertNull(a.noise());
    }

    @Test
    void of_rowsSeenAfterACauseWasSet_doesNotInferTheCause() throws IOException {
        predict("b\n5\n42\n", wanted(List.of("b"), "a=2"));
        assertEquals("c", Files.readAllLines(folder.resolve("predicted.csv")).get(0));
        double[][] written = written();
        assertEquals(-2 + 2 * 5, written[0][0], ROUND_OFF);
        assertEquals(-2 + 2 * 42, written[1][0], ROUND_OFF);
    }

    @Test
    void of_aColumnThatNeverVaries_hasNoR2() throws IOException {
        Prediction found = predict("a,b,c\n1,5,9\n1,6,8\n1,4,7\n", wanted(List.of()));
        assertEquals(0, Objects.requireNonNull(found.variables().get(0).rmse()), ROUND_OFF);
        assertNull(found.variables().get(0).r2());
        assertNotNull(found.variables().get(1).r2());
    }

    @Test
    void of_columnsInAnotherUnit_isRefusedUnlessToldOtherwise() throws IOException {
        String rows = "a,b,c\n" + "1000,5,9\n3000,9,14\n".repeat(5);
        String said = refusal(rows, wanted(List.of()));
        assertTrue(said.contains("column a has mean 2000") && said.contains("--any-scale"), said);
        Wanted any = new Wanted(List.of(), Map.of(), true, null);
        assertEquals(10, predict(rows, any).rows());
        assertEquals(
                2, predict("a,b,c\n1000,5,9\n3000,9,14\n", wanted(List.of())).rows(), "too few to compare");
    }

    @Test
    void of_fileWithoutANeededColumn_namesIt() {
        String said = refusal("a,bb,c\n1,5,9\n", wanted(List.of()));
        assertTrue(said.contains("must have the columns a, b, c, has no b"), said);
    }

    @Test
    void of_cellsThatAreNoNumber_isRefused() {
        String said = refusal("a,b,c\n1,5,9\n2,high,14\n", wanted(List.of()));
        assertTrue(said.contains("rows.csv, line 3, column \"b\": must be a number"), said);
    }

    /** E[c | a] = 4 + 5 a, and E[b] = 5. */
    @Test
    void of_missingCells_arePredictedWithout_andCounted() throws IOException {
        Prediction found = predict("a,b,c\n1,5,9\n2,NA,14\n,,8\n", wanted(List.of()));
        assertEquals(Map.of("a", 1L, "b", 2L), found.missing());
        assertEquals(14, written()[1][2], ROUND_OFF);
        assertEquals(5, written()[2][1], ROUND_OFF);
        assertEquals(
                List.of(2L, 1L, 3L),
                found.variables().stream().map(Quality::compared).toList());
        StringWriter text = new StringWriter();
        found.describe(new PrintWriter(text));
        assertTrue(
                text.toString()
                        .contains(
                                "\n3 cells were missing (a 1, b 2): these rows were predicted from their other cells\n"),
                text.toString());
        assertNull(predict(ROWS, wanted(List.of())).missing());
    }

    @Test
    void of_unknownGiven_namesTheVariables() {
        String said = assertThrows(IllegalArgumentException.class, () -> predict(ROWS, wanted(List.of("x"))))
                .getMessage();
        assertTrue(said.startsWith("--given must name variables of the network, a, b, c, was x"), said);
    }

    @Test
    void wanted_ofAColumnThatIsSetToo_isRefused() {
        assertEquals(
                "--given and --do must not name the same column, both name b: leave one out",
                assertThrows(IllegalArgumentException.class, () -> wanted(List.of("a", "b"), "b=1"))
                        .getMessage());
    }

    @Test
    void of_parentsWithAnOpenDirection_isRefused_andGivenColumnsAreNot() throws IOException {
        Path file = Files.writeString(folder.resolve("rows.csv"), ROWS);
        String said = assertThrows(
                        DataException.class,
                        () -> Prediction.of(network(false), file, CsvOptions.defaults(), wanted(List.of())))
                .getMessage();
        assertTrue(said.contains("the direction of a - b is not identified"), said);
        assertEquals(
                2,
                Prediction.of(network(false), file, CsvOptions.defaults(), wanted(List.of("a")))
                        .variables()
                        .size());
    }
}
