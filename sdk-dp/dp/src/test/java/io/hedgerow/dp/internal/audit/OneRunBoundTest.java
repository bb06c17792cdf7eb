// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OneRunBoundTest {

    /** The numbers that the paper prints in appendix D and section 7; it rounds some and cuts others. */
    @ParameterizedTest
    @CsvSource({"100,100,75,0,0.702", "100,100,75,1e-4,0.699", "1000,100,75,1e-4,0.673", "100000,1510,1439,1e-5,2.675"})
    void epsilon_matchesCorollary5_4_inThePapersExamples(int m, int r, int v, double delta, double printed) {
        assertEquals(printed, OneRunBound.epsilon(m, r, v, delta, 0.05), 1e-3);
    }

    @Test
    void probability_withoutDelta_isThatOfIndependentGuesses() {
        double tail = 1 - new BinomialDistribution(null, 100, 0.75).cumulativeProbability(74);
        assertEquals(tail, OneRunBound.probability(100, 100, 75, Math.log(3), 0), 1e-12);
        assertEquals(1, OneRunBound.probability(100, 100, 0, 1, 0));
    }

    @Test
    void epsilon_ofGuessesNoBetterThanChance_isZero() {
        assertEquals(0, OneRunBound.epsilon(100, 100, 50, 1e-6, 0.05));
        assertEquals(0, OneRunBound.mu(100, 100, 50, 0.05));
        assertEquals(0, OneRunBound.mu(1, 1, 1, 0.05));
    }

    /**
     * Randomized response is the worst of the pure mechanisms, with h(y) = max(y e^−ε, 1 − e^ε (1 − y)). The curve's
     * bound holds for dependent guesses too, so it cannot be above what independent ones show, by the exact binomial.
     */
    @ParameterizedTest
    @CsvSource({"100,1", "300,0.5", "50,2"})
    void isBelow_ofRandomizedResponse_needsMoreThanTheBinomialTail(int m, double epsilon) {
        double error = 0.05;
        BinomialDistribution b = new BinomialDistribution(null, m, 1 / (1 + Math.exp(-epsilon)));
        int first = 0;
        while (!OneRunBound.isBelow(m, m, first, error, y -> pure(epsilon, y))) {
            first++;
        }
        double tail = 1 - b.cumulativeProbability(first - 1);
        assertTrue(tail < error, first + " of " + m + " have probability " + tail);
        // and not many more: the least number by the binomial, and a tenth of the canaries
        assertTrue(first <= b.inverseCumulativeProbability(1 - error) + m / 10, first + " of " + m);
    }

    /** A mechanism that tells all coins with probability δ and else nothing has cost (0, δ): v = m happens as often. */
    @ParameterizedTest
    @CsvSource({"0.051", "0.2"})
    void isBelow_ofAMechanismThatTellsAllAtOnce_isFalse(double delta) {
        assertFalse(OneRunBound.isBelow(40, 40, 40, 0.05, y -> Math.max(0, y - delta)));
        assertTrue(OneRunBound.probability(40, 40, 40, 0, delta) >= delta);
    }

    /**
     * Guesses of one run may depend on each other, so a mechanism of this μ may do far better than by chance one time
     * in twenty; the bound is below μ, the more so with fewer canaries.
     */
    @ParameterizedTest
    @CsvSource({"100,1,0.2", "1000,0.25,0.04", "1000,1,0.3", "1000,2,0.6"})
    void mu_ofTheMeanNumberOfRightGuesses_isBelowMuAndNotZero(int m, double mu, double least) {
        NormalDistribution normal = new NormalDistribution(null, 0, 1);
        int right = (int) (m * normal.cumulativeProbability(mu / 2));
        double bound = OneRunBound.mu(m, m, right, 0.05);
        assertTrue(bound > least && bound < mu, Double.toString(bound));
        assertTrue(OneRunBound.mu(m, m, right + m / 50, 0.05) > bound);
    }

    @Test
    void counts_areChecked() {
        assertThrows(IllegalArgumentException.class, () -> OneRunBound.epsilon(10, 11, 5, 0, 0.05));
        assertThrows(IllegalArgumentException.class, () -> OneRunBound.epsilon(10, 5, 6, 0, 0.05));
        assertThrows(IllegalArgumentException.class, () -> OneRunBound.mu(10, 0, 0, 0.05));
    }

    private static double pure(double epsilon, double y) {
        return Math.max(y * Math.exp(-epsilon), 1 - Math.exp(epsilon) * (1 - y));
    }
}
