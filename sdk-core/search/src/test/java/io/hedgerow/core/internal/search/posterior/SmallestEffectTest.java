// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmallestEffectTest {

    /** √(1 − exp(−(ln n + 2 ln((1 − f) / f)) / n)), f = (E + 1) / (P + 2), worked out apart from the code. */
    @ParameterizedTest
    @CsvSource({"9, 45, 1770, 0.07541", "9, 45, 256, 0.17714", "30, 190, 50000, 0.01680", "0, 1, 100, 0.24115"})
    void of_isTheFormula(int edges, int pairs, double rows, double expected) {
        assertEquals(expected, SmallestEffect.of(edges, pairs, rows, 1).orElseThrow(), 1e-5);
    }

    /** At r* the gain of an edge equals its price. */
    @Test
    void of_isWhereGainAndPriceMeet() {
        double r = SmallestEffect.of(12, 66, 900, 1).orElseThrow();
        double share = 13.0 / 68;
        assertEquals(Math.log(900) + 2 * Math.log((1 - share) / share), -900 * Math.log(1 - r * r), 1e-9);
    }

    @ParameterizedTest
    @CsvSource({"0, 10, 0", "0, 10, 1", "0, 10, NaN", "10, 10, 5", "11, 10, 1000"})
    void of_whatMakesNoSense_isEmpty(int edges, int pairs, double rows) {
        assertEquals(OptionalDouble.empty(), SmallestEffect.of(edges, pairs, rows, 1));
    }

    @Test
    void of_isSmallerOfMoreRows() {
        assertTrue(SmallestEffect.of(9, 45, 10_000, 1).orElseThrow()
                < SmallestEffect.of(9, 45, 1_000, 1).orElseThrow());
    }

    /** 50 levels and two: an edge has 49 parameters, and takes 49 ln n for the ln n of two numbers. */
    @Test
    void categoriesOfManyLevels_needMore() {
        double needed = 49 * Math.log(1500) + 2 * Math.log(2);
        assertEquals(
                Math.sqrt(-Math.expm1(-needed / 1500)),
                SmallestEffect.of(0, 1, 1500, 49).orElseThrow(),
                1e-12);
    }

    @Test
    void words_areOfThePairWithTheMostLevels() {
        VariableKind three = VariableKind.categorical("A", "B", "C");
        VariableSchema schema = VariableSchema.of("age", "ward", "bed").with(Map.of("ward", three, "bed", three));
        NamedNetwork network =
                NamedNetwork.of(schema, WeightMatrix.empty(3)).withSmallestEffect(OptionalDouble.of(0.2));
        assertEquals(
                "not seen (effects below 0.20 might not be)",
                SmallestEffect.words(network).orElseThrow());
        NamedNetwork numbers = NamedNetwork.of(VariableSchema.of("a", "b"), WeightMatrix.empty(2))
                .withSmallestEffect(OptionalDouble.of(0.2));
        assertEquals(
                "not seen (effects below 0.20 would not be)",
                SmallestEffect.words(numbers).orElseThrow());
    }
}
