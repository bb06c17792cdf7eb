// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.search.FittedEquations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FittedNetworkTest {

    private static final double ROUND_OFF = 1e-12;

    private static double mean(List<Expected> all, int place) {
        return all.get(place).mean().orElseThrow();
    }

    private static String refusal(Class<? extends RuntimeException> kind, Executable executable) {
        return assertThrows(kind, executable).getMessage();
    }

    @Test
    void of_results_areNumbersTablesOrBoth() {
        assertTrue(Networks.numbers().linear().isPresent());
        assertTrue(Networks.numbers().tables().isEmpty());
        assertTrue(Networks.tables().tables().isPresent());
        assertTrue(Networks.tables().linear().isEmpty());
        assertTrue(Networks.mixed().mixed().isPresent());
        assertTrue(Networks.mixed().tables().isEmpty());
        assertEquals(Networks.MIXED, Networks.mixed().schema());
        assertEquals("t.bif", Networks.tables().source());
    }

    @Test
    void of_whatDoesNotPredict_saysWhy() {
        NamedNetwork series = NamedNetwork.of(
                new TimeSlices(VariableSchema.of("a"), 1).stacked(), WeightMatrix.of(new double[][] {{0, 0}, {1, 0}}));
        NamedNetwork plain = NamedNetwork.of(Networks.NUMBERS, Networks.WEIGHTS);
        assertTrue(refused(plain, FittedEquations.NONE)
                .contains("result.json: parameters must be those of a complete linear network, are weights only"));
        assertTrue(refused(plain, new FittedEquations(List.of(), FittedEquations.DATA, true))
                .contains("are none: weights are norms"));
        assertTrue(refused(plain, Networks.EQUATIONS.in(FittedEquations.NORMAL_SCORES))
                .contains("parameters are in normal-scores"));
        assertTrue(refused(series, FittedEquations.NONE).contains("is a dynamic network"));
    }

    private static String refused(NamedNetwork network, FittedEquations fitted) {
        return refusal(DataException.class, () -> FittedNetwork.of("result.json", network, Optional.empty(), fitted));
    }

    /** The means are 1, 5, 9; Cov(a, b) = 12, Var(b) = 37, Cov(c, b) = 62. */
    @Test
    void predict_numbers_areConditionalMeans() {
        List<Expected> found = Networks.numbers().predict(Map.of("b", 42));
        assertEquals(List.of("a", "c"), found.stream().map(Expected::variable).toList());
        assertEquals(1 + 12, mean(found, 0), ROUND_OFF);
        assertEquals(9 + 62, mean(found, 1), ROUND_OFF);
    }

    @Test
    void predict_numbers_haveTheDeviationThatIsLeft() {
        List<Expected> found = Networks.numbers().predict(Map.of("b", 42));
        assertEquals(Math.sqrt(4 - 144 / 37.0), found.get(0).deviation().orElseThrow(), 1e-10);
        assertEquals(Math.sqrt(113 - 62 * 62 / 37.0), found.get(1).deviation().orElseThrow(), 1e-10);
        assertEquals(
                Math.sqrt(37),
                Networks.numbers().predict(Map.of()).get(1).deviation().orElseThrow(),
                ROUND_OFF);
        assertTrue(Networks.tables().predict(Map.of()).get(1).deviation().isEmpty());
    }

    /** Var(dose) = .5² · 100 + 4, and 2² · .25 · .75 between the sexes. */
    @Test
    void predict_numbersAmongLevels_haveTheDeviationOfTheMixture() {
        assertEquals(
                Math.sqrt(25 + 4 + 0.75),
                Networks.mixed().predict(Map.of()).get(2).deviation().orElseThrow(),
                1e-9);
        assertEquals(
                Math.sqrt(4 + 0.75),
                Networks.mixed().predict(Map.of("age", 50)).get(1).deviation().orElseThrow(),
                1e-9);
        Expected age = Networks.mixed().predict(Map.of("dose", 40, "sex", "F")).get(0);
        double precision = 0.01 + 0.25 / 4;
        assertEquals(Math.sqrt(1 / precision), age.deviation().orElseThrow(), ROUND_OFF);
        assertEquals((0.6 + 0.5 * 39 / 4) / precision, age.mean().orElseThrow(), ROUND_OFF);
    }

    @Test
    void predict_ofNothing_isWhatIsExpectedOfAnyRow() {
        List<Expected> found = Networks.numbers().predict(Map.of());
        assertEquals(1, mean(found, 0), ROUND_OFF);
        assertEquals(5, mean(found, 1), ROUND_OFF);
        assertEquals(9, mean(found, 2), ROUND_OFF);
        assertEquals(
                0.31, Networks.tables().predict(Map.of()).get(1).probabilities().get("wet"), ROUND_OFF);
    }

    @Test
    void predict_ofAClass_isTheSameForAllMembers() {
        assertEquals(71, mean(Networks.open().predict(Map.of("b", "42")), 1), ROUND_OFF);
    }

    @Test
    void predict_levels_isBayesTheorem() {
        List<Expected> found = Networks.tables().predict(Map.of("grass", "wet"));
        assertEquals(Optional.of("yes"), found.get(0).likeliest());
        assertEquals(0.24 / 0.31, found.get(0).probabilities().get("yes"), ROUND_OFF);
        assertEquals(
                List.of("no", "yes"), List.copyOf(found.get(1).probabilities().keySet()));
        assertTrue(found.get(0).mean().isEmpty());
    }

    @Test
    void predict_whatCannotBe_isUnknown() {
        Expected rain =
                Networks.tables().predict(Map.of("grass", "dry", "slip", "yes")).get(0);
        assertFalse(rain.isKnown());
        assertEquals("rain=unknown", rain.toString());
    }

    @Test
    void predict_numbersAndLevels_fromBoth() {
        List<Expected> found = Networks.mixed().predict(Map.of("sex", "M", "age", 50));
        assertEquals("dose", found.get(0).variable());
        assertEquals(1 + 2 + 25, mean(found, 0), ROUND_OFF);
        assertEquals(0.2, found.get(1).probabilities().get("high"), 1e-10, "a prior of 1e-9 rows");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "d | 1 | variable must be one of a, b, c, was d",
                "a | x | a must be a finite number, was x",
                "a | NaN | a must be a finite number, was NaN"
            })
    void predict_fromWhatIsNoCell_saysWhatIsAllowed(String name, String value, String message) {
        assertEquals(
                message,
                refusal(IllegalArgumentException.class, () -> Networks.numbers().predict(Map.of(name, value))));
    }

    @Test
    void unidentified_isAnOpenDirectionAtWhatIsSet() {
        assertEquals(
                Optional.of("what follows from setting b is not known, because the direction of a - b is not"
                        + " identified: it takes an experiment, or knowledge of directions when learning"),
                Networks.open().unidentified(Map.of("b", 1)));
        assertEquals(Optional.empty(), Networks.open().unidentified(Map.of("c", 1)));
        assertEquals(Optional.empty(), Networks.numbers().unidentified(Map.of("b", 1)));
        assertEquals(Optional.of("a - b"), Networks.open().openDirection());
        assertEquals(Optional.empty(), Networks.numbers().openDirection());
    }

    @Test
    void unidentified_isACauseThatMarksDeny() {
        Optional<String> said = Networks.marked().unidentified(Map.of("b", 1));
        assertTrue(
                said.orElseThrow().contains("setting b is not known, because the marks say b <-> c"), said::toString);
        assertTrue(Networks.marked().unidentified(Map.of("a", 1)).orElseThrow().contains("the direction of a - c"));
    }

    @Test
    void assumptions_nameMarksOnTheWay_andNoOthers() {
        List<String> said = Networks.marked().assumptions(Map.of("a", 1));
        assertEquals(
                List.of(
                        "assumes that the arrows are causes and that no cause of two variables is missing",
                        "rests on a o-> c, which may be, or hide, a hidden cause",
                        "rests on b <-> c, by which the first is no cause of the last: do not act on what follows"
                                + " from it"),
                said);
        assertEquals(1, Networks.numbers().assumptions(Map.of("a", 1)).size());
    }

    @Test
    void effects_ofNumbers_areMeansAndDeviations() {
        InterventionOutcome outcome = Networks.numbers().effects(Map.of("b", 7));
        assertEquals(Map.of("b", "7"), outcome.set());
        InterventionOutcome.Change a = outcome.changes().get(0);
        assertEquals("a", a.variable());
        assertFalse(a.follows());
        assertEquals(1, a.before(), ROUND_OFF);
        assertEquals(1, a.after(), ROUND_OFF);
        assertEquals(2, a.deviation().orElseThrow(), ROUND_OFF);
        InterventionOutcome.Change c = outcome.changes().get(1);
        assertTrue(c.follows());
        assertEquals(9, c.before(), ROUND_OFF);
        assertEquals(-1 + 14, c.after(), ROUND_OFF);
        assertEquals(Math.sqrt(9 + 4), c.deviation().orElseThrow(), ROUND_OFF);
        assertEquals(2, outcome.changes().size());
        assertTrue(outcome.drawnRows().isEmpty(), "exact");
        assertEquals(1, outcome.notes().size());
    }

    @Test
    void effects_ofLevels_areProbabilities() {
        InterventionOutcome outcome = Networks.tables().effects(Map.of("grass", "wet"));
        assertEquals(
                List.of("rain", "rain", "slip", "slip"),
                outcome.changes().stream()
                        .map(InterventionOutcome.Change::variable)
                        .toList());
        InterventionOutcome.Change rains = outcome.changes().get(1);
        assertEquals(0.3, rains.after(), ROUND_OFF, "wet grass that was watered says nothing of rain");
        InterventionOutcome.Change slips = outcome.changes().get(3);
        assertEquals(Optional.of("yes"), slips.level());
        assertEquals(0.31 * 0.25, slips.before(), ROUND_OFF);
        assertEquals(0.25, slips.after(), ROUND_OFF);
        assertTrue(slips.deviation().isEmpty());
    }

    @Test
    void effects_ofNumbersAndLevels_areMeansOfDrawnRows() {
        InterventionOutcome outcome = Networks.mixed().effects(Map.of("sex", "M"));
        assertEquals(100_000, outcome.drawnRows().orElseThrow());
        InterventionOutcome.Change dose = outcome.changes().stream()
                .filter(change -> change.variable().equals("dose"))
                .findFirst()
                .orElseThrow();
        // 1 + 2 · .25 + 30 and 1 + 2 + 30; √(29 / 100,000) = .017: five of them
        assertEquals(31.5, dose.before(), 0.09);
        assertEquals(33, dose.after(), 0.09);
        assertTrue(
                outcome.notes().stream().anyMatch(note -> note.startsWith("nothing is said of group")),
                outcome.notes().toString());
        assertTrue(
                outcome.changes().stream().noneMatch(change -> change.variable().equals("group")));
    }

    @Test
    void effects_thatAreNotKnown_areRefused() {
        assertTrue(refusal(DataException.class, () -> Networks.open().effects(Map.of("a", 1)))
                .startsWith("result.json: what follows from setting a is not known"));
        assertEquals(
                "set must name at least one variable, was empty",
                refusal(IllegalArgumentException.class, () -> Networks.numbers().effects(Map.of())));
    }

    @Test
    void synthesise_whereTheNetworkDoesNotSay_isRefused() {
        assertEquals(
                "the network does not say how group follows from sex = M: a category on the way is no function of a"
                        + " number, but a mean over it; set other variables",
                refusal(DataException.class, () -> Networks.mixed().synthesise(Map.of("sex", "M"), 5, 1)));
        assertTrue(refusal(DataException.class, () -> Networks.open().synthesise(Map.of("a", 1), 5, 1))
                .contains("not identified"));
    }

    @Test
    void limits_nameCategoriesThatAreMeansOverNumbers() {
        assertEquals(
                List.of(
                        "group does not depend on dose in these rows: its table is a mean over this number",
                        "numbers are normal about their equations: no limits, no whole numbers, no outliers, no bends",
                        "variables depend through edges only, sites do not differ, and no cell is missing"),
                Networks.mixed().limits());
        assertEquals(1, Networks.tables().limits().size());
    }
}
