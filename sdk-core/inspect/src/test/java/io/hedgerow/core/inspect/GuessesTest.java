// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Units and levels that are one in two files. */
class GuessesTest {

    private static double[] drawn(Random random, double mean, double deviation, double factor, double shift) {
        return IntStream.range(0, 400)
                .mapToDouble(t -> factor * (mean + deviation * random.nextGaussian()) + shift)
                .sorted()
                .toArray();
    }

    @ParameterizedTest
    @CsvSource({
        "75, 12, 2.2046226, 0, 0.453592",
        "5.5, 1.2, 18.02, 0, 0.0554939",
        "1.7, 0.1, 100, 0, 0.01",
        "37, 0.6, 1.8, 32, 0.555556",
        "170, 9, 0.01, 0, 100",
        "0, 1, 1000, 0, 0.001",
        "40, 15, 365.25, 0, 0.00273785"
    })
    void aColumnInAnotherUnit_isConverted(double mean, double deviation, double factor, double shift, double multiply) {
        Random random = new Random(3);
        double[] reference = drawn(random, mean, deviation, 1, 0);
        double[] own = drawn(random, mean + deviation / 5, 1.1 * deviation, factor, shift);
        UnitFactor found = UnitFactor.between(own, reference).orElseThrow();
        assertEquals(multiply, found.multiply(), 1e-5 * multiply);
        assertEquals(shift == 0 ? 0 : -shift / factor, found.add(), 1e-9);
        assertEquals(
                Optional.empty(),
                UnitFactor.between(drawn(random, mean + deviation / 5, 1.1 * deviation, 1, 0), reference));
    }

    /**
     * Sites differ: means by up to a third, deviations by up to a half. Ten of a thousand is the most that is borne.
     */
    @Test
    void populationsThatDiffer_areSeldomTakenForUnits() {
        Random random = new Random(4);
        long found = IntStream.range(0, 1000)
                .filter(k -> {
                    double mean = 20 + 100 * random.nextDouble();
                    double deviation = mean * (0.05 + 0.4 * random.nextDouble());
                    double otherMean = mean * (1 + (random.nextDouble() - 0.5) * 2 / 3);
                    double otherDeviation = deviation * (1 + (random.nextDouble() - 0.5));
                    return UnitFactor.between(
                                    drawn(random, otherMean, otherDeviation, 1, 0),
                                    drawn(random, mean, deviation, 1, 0))
                            .isPresent();
                })
                .count();
        assertTrue(found <= 10, found + " of 1000");
    }

    @Test
    void unitsOfNames_areThoseOfOneKind() {
        assertEquals(0.45359237, UnitFactor.named("lb", "kg").orElseThrow().multiply());
        assertEquals(Optional.empty(), UnitFactor.named("lb", "cm"));
        assertEquals(
                Map.of("multiply", "100"),
                UnitFactor.named("m", "cm").orElseThrow().settings());
    }

    @Test
    void levels_areOneByCaseAndKnownWords_andPerhapsBySigns() {
        Set<String> sex = Set.of("male", "female");
        assertEquals(
                Map.of("M", "male", "w", "female"),
                LevelMatching.of(Set.of("M", "w"), sex).safe());
        assertEquals(
                Map.of("Male", "male"),
                LevelMatching.of(Set.of("Male", "x"), sex).safe());
        assertEquals(
                Map.of(),
                LevelMatching.of(Set.of("M", "F"), Set.of("mild", "severe")).safe(),
                "m is no word there");
        LevelMatching.Recoded codes = LevelMatching.of(Set.of("I210", "I21"), Set.of("I21.0", "I21.9"));
        assertEquals(Map.of(), codes.safe());
        assertEquals(Map.of("I210", "I21.0"), codes.likely(), "I21 is another code");
        assertEquals(
                Map.of("mod", "moderate", "sev", "severe"),
                LevelMatching.of(Set.of("mod", "sev"), Set.of("moderate", "severe"))
                        .likely());
        assertEquals(Map.of("m", "M"), LevelMatching.merged(new TreeMap<>(Map.of("M", 5L, "m", 2L, "F", 4L))));
    }

    @ParameterizedTest
    @CsvSource({"+, -", "ER+, ER-", "<5, >5", "-1, 1", "*, ?"})
    void levelsThatDifferInASignAtAnEnd_areTwo(String own, String reference) {
        LevelMatching.Recoded found = LevelMatching.of(Set.of(own, "n"), Set.of(reference, "n"));
        assertEquals(new LevelMatching.Recoded(Map.of(), Map.of()), found);
    }

    @ParameterizedTest
    @CsvSource({"5 - 10, 5-10, safe", "5-10y, 5_10 y, likely", "ER +, er+, safe", "(ER+), ER+, likely"})
    void levelsThatDifferInSignsBetweenLetters_areOne(String own, String reference, String how) {
        LevelMatching.Recoded found = LevelMatching.of(Set.of(own, "n"), Set.of(reference, "n"));
        assertEquals(Map.of(own, reference), how.equals("safe") ? found.safe() : found.likely());
    }

    @Test
    void quantiles_areOfSortedValues() {
        double[] sorted = {1, 2, 3, 4, 100};
        assertEquals(3, SeenColumn.quantile(sorted, 0.5));
        assertEquals(100, SeenColumn.quantile(sorted, 1));
        assertTrue(Double.isNaN(SeenColumn.quantile(new double[0], 0.5)));
        assertEquals(22, Figures.mean(sorted));
        assertEquals(
                Math.sqrt(Arrays.stream(sorted).map(x -> (x - 22) * (x - 22)).sum() / 5),
                Figures.deviation(sorted),
                1e-12);
    }
}
