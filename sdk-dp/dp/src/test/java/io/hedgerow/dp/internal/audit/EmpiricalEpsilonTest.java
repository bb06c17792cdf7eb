// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmpiricalEpsilonTest {

    private static final int RUNS = 20_000;
    /** False alarms: once in a thousand runs of a test that is exactly at its claim. */
    private static final double CONFIDENCE = 0.999;

    private record LowerBound(double epsilon) {
        boolean refutes(double claimed) {
            return epsilon > claimed;
        }
    }

    /** As an audit bounds ε from below, of runs on two neighbouring data sets. */
    private static LowerBound measure(
            DoubleSupplier left, DoubleSupplier right, int runs, double delta, double confidence) {
        EmpiricalEpsilon.requireMeasurable(delta, confidence);
        SplitSample.Rates rates = new SplitSample(left, right, runs)
                .best((p, q) -> EmpiricalEpsilon.bound(p, q, delta), (1 - confidence) / 2);
        return new LowerBound(Math.max(0, EmpiricalEpsilon.bound(rates.atLeast(), rates.atMost(), delta)));
    }

    private static DoubleSupplier laplace(Random random, double centre, double scale) {
        return () -> {
            double u = random.nextDouble() - 0.5;
            return centre - scale * Math.signum(u) * Math.log(1 - 2 * Math.abs(u));
        };
    }

    /** Randomised response has ε exactly, and the best set is one answer. */
    private static DoubleSupplier response(Random random, boolean truth, double epsilon) {
        double honest = Math.exp(epsilon) / (1 + Math.exp(epsilon));
        return () -> (random.nextDouble() < honest) == truth ? 1 : 0;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 2})
    void measure_ofRandomisedResponse_comesNearItsEpsilonAndNotAbove(double epsilon) {
        Random random = new Random(11);
        LowerBound bound =
                measure(response(random, true, epsilon), response(random, false, epsilon), RUNS, 0, CONFIDENCE);
        assertFalse(bound.refutes(epsilon), "bound " + bound.epsilon());
        // 16000 runs evaluate: at ε = 2 the smaller count is near 1900, its standard error 2.3 %, the interval 3.3 of
        // them
        // a side
        assertTrue(bound.epsilon() > epsilon - 0.15, "bound " + bound.epsilon());
    }

    @Test
    void measure_ofLaplaceNoiseThatIsHalfOfWhatIsClaimed_refutesTheClaim() {
        Random random = new Random(12);
        // scale 0.5 for sensitivity 1 is ε = 2, claimed as 1; the tail set has P = 1/2 · e^0, so 16000 runs tell 2 from
        // 1
        // with
        // a power above 0.999: ln(P/Q) is known to about 0.1
        LowerBound bound = measure(laplace(random, 0, 0.5), laplace(random, 1, 0.5), RUNS, 0, CONFIDENCE);
        assertTrue(bound.refutes(1), "bound " + bound.epsilon());
        assertFalse(bound.refutes(2), "bound " + bound.epsilon());
    }

    @Test
    void measure_ofEqualDistributions_isZeroOrNearly() {
        Random random = new Random(13);
        LowerBound bound = measure(random::nextDouble, random::nextDouble, RUNS, 0, CONFIDENCE);
        assertFalse(bound.refutes(1e-9), "bound " + bound.epsilon());
    }

    @Test
    void measure_subtractsDelta() {
        Random random = new Random(14);
        // differs with probability 0.05 only: (0, 0.05)-private, and infinitely far from (ε, 0)
        DoubleSupplier leak = () -> random.nextDouble() < 0.05 ? 1 : 0;
        assertFalse(measure(leak, () -> 0, RUNS, 0.06, CONFIDENCE).refutes(1e-9));
        assertTrue(measure(leak, () -> 0, RUNS, 0, CONFIDENCE).refutes(2));
    }

    @Test
    void measure_doesNotRaiseFalseAlarms_moreOftenThanItsConfidence() {
        Random random = new Random(15);
        int alarms = 0;
        for (int k = 0; k < 200; k++) {
            alarms += measure(response(random, true, 1), response(random, false, 1), 400, 0, 0.9)
                            .refutes(1)
                    ? 1
                    : 0;
        }
        // At most 10 % expected; Clopper and Pearson are conservative. 35 of 200 has a probability below 1e-3 at 10 %.
        assertTrue(alarms <= 35, alarms + " alarms in 200");
    }

    @Test
    void measure_refusesWhatCannotBeMeasured() {
        DoubleSupplier zero = () -> 0;
        assertThrows(IllegalArgumentException.class, () -> measure(zero, zero, 99, 0, 0.95));
        assertThrows(IllegalArgumentException.class, () -> measure(zero, zero, 100, 1, 0.95));
        assertThrows(IllegalArgumentException.class, () -> measure(zero, zero, 100, Double.NaN, 0.95));
        assertThrows(IllegalArgumentException.class, () -> measure(zero, zero, 100, 0, 0.5));
        assertThrows(IllegalArgumentException.class, () -> measure(zero, zero, 100, 0, 1));
    }
}
