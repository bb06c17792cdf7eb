// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.predict.RowPredictor.From;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.core.table.ProbabilityTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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

    private static LevelPredictor predictor(From from, Map<String, String> set, int... sources) {
        return new LevelPredictor("t.bif", NETWORK, from, new int[] {0, 1, 2}, sources, Intervention.of(SCHEMA, set));
    }

    private static void assertExpected(Expected found, String likeliest, double first) {
        assertEquals(Optional.of(likeliest), found.likeliest());
        assertEquals(first, found.probabilities().get(found.levels().get(0)), ROUND_OFF);
        assertEquals(1 - first, found.probabilities().get(found.levels().get(1)), ROUND_OFF);
    }

    @Test
    void variables_areThoseThatAreNotGiven() {
        LevelPredictor predictor = predictor(From.GIVEN, Map.of(), 1);
        assertEquals(List.of("rain", "slip"), predictor.variables());
        assertEquals(List.of("grass"), predictor.given());
        assertEquals(List.of("rain", "grass", "slip"), predictor.columns());
        assertEquals(List.of(), predictor(From.PARENTS, Map.of()).given());
    }

    @Test
    void next_fromParents_isTheRowOfTheTable() {
        List<Expected> found = predictor(From.PARENTS, Map.of()).next(new double[] {1, 1, 0});
        assertExpected(found.get(0), "no", 0.7);
        assertExpected(found.get(1), "wet", 0.2);
        assertExpected(found.get(2), "no", 0.75);
    }

    @Test
    void next_fromAnEffect_isBayesTheorem() {
        List<Expected> found = predictor(From.GIVEN, Map.of(), 1).next(new double[] {NONE, 1, NONE});
        assertExpected(found.get(0), "yes", 0.07 / 0.31);
        assertExpected(found.get(1), "no", 0.75);
    }

    @Test
    void next_fromAllOthers_leavesTheVariableItselfOut() {
        List<Expected> found = predictor(From.OTHERS, Map.of(), 0, 1, 2).next(new double[] {0, 1, 1});
        assertExpected(found.get(0), "yes", 0.07 / 0.31);
        assertExpected(found.get(1), "wet", 0);
        assertExpected(found.get(2), "no", 0.75);
    }

    @Test
    void next_withAHoleInACause_sumsOverIt() {
        LevelPredictor predictor = predictor(From.PARENTS, Map.of());
        assertExpected(predictor.next(new double[] {NONE, 1, NONE}).get(1), "dry", 0.69);
        PredictionQuality rain = predictor.qualities().get(0);
        assertEquals(0, rain.compared());
        assertEquals(OptionalDouble.empty(), rain.accuracy());
        assertEquals(OptionalDouble.empty(), rain.mostCommon());
        assertEquals(OptionalDouble.empty(), rain.logLoss());
        assertEquals(1, predictor.qualities().get(1).compared());
    }

    @Test
    void next_ofARowThatCannotBe_isUnknownAndCounted() {
        LevelPredictor predictor = predictor(From.OTHERS, Map.of(), 0, 1, 2);
        Expected rain = predictor.next(new double[] {0, 0, 1}).get(0); // it slips on dry grass
        assertFalse(rain.isKnown());
        assertEquals(Optional.empty(), rain.likeliest());
        assertEquals(Map.of(), rain.probabilities());
        assertEquals(1, predictor.impossible());
        predictor.next(new double[] {0, 0, 0});
        assertEquals(1, predictor.impossible());
        assertEquals(2, predictor.rows());
        assertEquals(1, predictor.qualities().get(0).compared(), "the row without a prediction is not compared");
    }

    @Test
    void next_ofASetVariable_cutsItsCauses() {
        LevelPredictor predictor = predictor(From.GIVEN, Map.of("grass", "wet"), 2);
        assertEquals(List.of("rain"), predictor.variables());
        assertExpected(predictor.next(new double[] {NONE, NONE, 1}).get(0), "no", 0.7);
    }

    @Test
    void qualities_areSharesAndMeanLogLoss() {
        LevelPredictor predictor = predictor(From.PARENTS, Map.of());
        predictor.next(new double[] {1, 1, 0});
        predictor.next(new double[] {0, 1, 0});
        predictor.next(new double[] {0, 0, 0});
        predictor.next(new double[] {0, 1, 0});
        PredictionQuality grass = predictor.qualities().get(1);
        assertEquals(4, grass.compared());
        assertEquals(OptionalDouble.of(2 / 4.0), grass.accuracy());
        assertEquals(OptionalDouble.of(3 / 4.0), grass.mostCommon());
        assertEquals(OptionalDouble.empty(), grass.rmse());
        assertEquals(
                -(Math.log(0.8) + Math.log(0.1) + Math.log(0.9) + Math.log(0.1)) / 4,
                grass.logLoss().orElseThrow(),
                ROUND_OFF);
    }

    @Test
    void qualities_afterALevelOfProbability0_haveNoLogLoss() {
        LevelPredictor predictor = predictor(From.PARENTS, Map.of());
        predictor.next(new double[] {0, 0, 1});
        PredictionQuality slip = predictor.qualities().get(2);
        assertEquals(OptionalDouble.of(0), slip.accuracy());
        assertEquals(OptionalDouble.empty(), slip.logLoss());
    }
}
