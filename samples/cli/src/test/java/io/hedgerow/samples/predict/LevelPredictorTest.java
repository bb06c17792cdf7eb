// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.core.table.ProbabilityTable;
import io.hedgerow.samples.predict.LevelPredictor.From;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * rain → grass → slip: P(rain) = .3, P(wet | no rain) = .1, P(wet | rain) = .8, P(slip | dry) = 0, P(slip | wet) = .25.
 */
class LevelPredictorTest {

    /** A few products of probabilities. */
    private static final double ROUND_OFF = 1e-12;

    private static final double NONE = Double.NaN;

    private static final VariableSchema SCHEMA = VariableSchema.of("rain", "grass", "slip")
            .with(Map.of(
                    "rain", VariableKind.categorical("no", "yes"),
                    "grass", VariableKind.categorical("dry", "wet"),
                    "slip", VariableKind.categorical("no", "yes")));

    private static final DiscreteNetwork NETWORK = DiscreteNetwork.of(
            SCHEMA,
            List.of(
                    ProbabilityTable.of(new int[0], new double[][] {{0.7, 0.3}}),
                    ProbabilityTable.of(new int[] {0}, new double[][] {{0.9, 0.1}, {0.2, 0.8}}),
                    ProbabilityTable.of(new int[] {1}, new double[][] {{1, 0}, {0.75, 0.25}})));

    private static LevelPredictor predictor(From from, List<String> settings, int... sources) {
        return new LevelPredictor(NETWORK, from, sources, Intervention.of(SCHEMA, settings));
    }

    private static void assertCells(List<String> cells, int at, String level, double first) {
        assertEquals(level, cells.get(at));
        assertEquals(first, Double.parseDouble(cells.get(at + 1)), ROUND_OFF);
        assertEquals(1 - first, Double.parseDouble(cells.get(at + 2)), ROUND_OFF);
    }

    @Test
    void columns_areEachVariableThenItsLevels() {
        assertEquals(
                List.of("rain", "rain=no", "rain=yes", "slip", "slip=no", "slip=yes"),
                predictor(From.SOURCES, List.of(), 1).columns());
    }

    @Test
    void accept_fromParents_isTheRowOfTheTable() {
        List<String> cells = predictor(From.PARENTS, List.of()).accept(new double[] {1, 1, 0});
        assertCells(cells, 0, "no", 0.7);
        assertCells(cells, 3, "wet", 0.2);
        assertCells(cells, 6, "no", 0.75);
    }

    @Test
    void accept_fromAnEffect_isBayesTheorem() {
        List<String> cells = predictor(From.SOURCES, List.of(), 1).accept(new double[] {NONE, 1, NONE});
        assertCells(cells, 0, "yes", 0.07 / 0.31);
        assertCells(cells, 3, "no", 0.75);
    }

    @Test
    void accept_fromAllOthers_leavesTheVariableItselfOut() {
        List<String> cells = predictor(From.OTHERS, List.of(), 0, 1, 2).accept(new double[] {0, 1, 1});
        assertCells(cells, 0, "yes", 0.07 / 0.31);
        assertCells(cells, 3, "wet", 0);
        assertCells(cells, 6, "no", 0.75);
    }

    @Test
    void accept_withAHoleInACause_sumsOverIt() {
        LevelPredictor predictor = predictor(From.PARENTS, List.of());
        assertCells(predictor.accept(new double[] {NONE, 1, NONE}), 3, "dry", 0.69);
        TablePrediction.Quality rain = predictor.qualities().get(0);
        assertEquals(0, rain.compared());
        assertNull(rain.accuracy());
        assertNull(rain.mostCommon());
        assertNull(rain.logLoss());
        assertEquals(1, predictor.qualities().get(1).compared());
    }

    @Test
    void accept_ofARowThatCannotBe_isEmptyAndCounted() {
        LevelPredictor predictor = predictor(From.OTHERS, List.of(), 0, 1, 2);
        List<String> cells = predictor.accept(new double[] {0, 0, 1}); // it slips on dry grass
        assertEquals(List.of("", "", ""), cells.subList(0, 3));
        assertEquals(1, predictor.impossible());
        predictor.accept(new double[] {0, 0, 0});
        assertEquals(1, predictor.impossible());
        assertEquals(2, predictor.rows());
        assertEquals(1, predictor.qualities().get(0).compared(), "the row without a prediction is not compared");
    }

    @Test
    void accept_ofASetVariable_cutsItsCauses() {
        LevelPredictor predictor = predictor(From.SOURCES, List.of("grass=wet"), 2);
        assertEquals(List.of("rain", "rain=no", "rain=yes"), predictor.columns());
        assertCells(predictor.accept(new double[] {NONE, NONE, 1}), 0, "no", 0.7);
    }

    @Test
    void qualities_areSharesAndMeanLogLoss() {
        LevelPredictor predictor = predictor(From.PARENTS, List.of());
        predictor.accept(new double[] {1, 1, 0});
        predictor.accept(new double[] {0, 1, 0});
        predictor.accept(new double[] {0, 0, 0});
        predictor.accept(new double[] {0, 1, 0});
        TablePrediction.Quality grass = predictor.qualities().get(1);
        assertEquals(4, grass.compared());
        assertEquals(2 / 4.0, grass.accuracy());
        assertEquals(3 / 4.0, grass.mostCommon());
        assertEquals(
                -(Math.log(0.8) + Math.log(0.1) + Math.log(0.9) + Math.log(0.1)) / 4,
                Objects.requireNonNull(grass.logLoss()),
                ROUND_OFF);
    }

    @Test
    void qualities_afterALevelOfProbability0_haveNoLogLoss() {
        LevelPredictor predictor = predictor(From.PARENTS, List.of());
        predictor.accept(new double[] {0, 0, 1});
        TablePrediction.Quality slip = predictor.qualities().get(2);
        assertEquals(0, slip.accuracy());
        assertNull(slip.logLoss());
    }
}
