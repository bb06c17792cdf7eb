// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.AnalyticGaussian;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OneRunAuditTest {

    private static final double DELTA = 1e-6;

    /** Independent scores of Gaussian noise under which one coin turned costs μ. */
    private static OneRunAudit.Finding run(double claimedEpsilon, double times, int m, double confidence, long seed) {
        double claimed = AnalyticGaussian.mu(new PrivacyBudget(claimedEpsilon, DELTA));
        Random random = new Random(seed);
        boolean[] coins = new boolean[m];
        double[] scores = new double[m];
        for (int k = 0; k < m; k++) {
            coins[k] = random.nextBoolean();
            scores[k] = (coins[k] ? 0.5 : -0.5) * times * claimed + random.nextGaussian();
        }
        return new OneRunAudit(new CertifiedAccountant(), confidence)
                .run(new MechanismEvent.Gaussian(claimed, 1), DELTA, scores, coins);
    }

    @ParameterizedTest
    @CsvSource({"1,100", "5,100", "10,100", "1,1000", "5,1000", "10,1000"})
    void run_ofASoundMechanism_stands(double epsilon, int m) {
        OneRunAudit.Finding found = run(epsilon, 1, m, 0.9999, 3);
        assertFalse(found.bounds().refuted(), found.toString());
        assertTrue(
                found.bounds().epsilon() < epsilon
                        && found.bounds().mu() < found.bounds().claimedMu(),
                found.toString());
        assertEquals(epsilon, found.bounds().claimedEpsilon(), 1e-3);
        assertTrue(found.guesses() > 0 && found.guesses() <= m && found.right() <= found.guesses());
    }

    /** A tenth of the noise. */
    @ParameterizedTest
    @CsvSource({"1,100", "5,100", "1,1000", "5,1000", "10,1000"})
    void run_withATenthOfTheNoise_isRefuted(double epsilon, int m) {
        OneRunAudit.Finding found = run(epsilon, 10, m, 0.95, 4);
        assertTrue(found.bounds().refuted(), found.toString());
    }

    /** At most one in twenty by the confidence; of 60, more than 9 happen with probability below 1e-3. */
    @Test
    void run_atTheClaim_seldomRefutes() {
        int alarms = 0;
        for (int k = 0; k < 60; k++) {
            alarms += run(1, 1, 60, 0.95, 100 + k).bounds().refuted() ? 1 : 0;
        }
        assertTrue(alarms <= 9, alarms + " of 60");
    }

    /** In nine of ten runs the fault is seen that the report names, and a much smaller one is not. */
    @ParameterizedTest
    @CsvSource({"1,100", "5,300", "10,1000"})
    void detectable_isSeenInNineOfTenRuns(double epsilon, int m) {
        double factor = run(epsilon, 1, m, 0.95, 7).bounds().detectable();
        int seen = 0;
        int less = 0;
        for (int k = 0; k < 40; k++) {
            seen += run(epsilon, factor, m, 0.95, 200 + k).bounds().refuted() ? 1 : 0;
            less += run(epsilon, 1 + (factor - 1) / 2, m, 0.95, 300 + k)
                            .bounds()
                            .refuted()
                    ? 1
                    : 0;
        }
        assertTrue(seen >= 32 && seen > less, seen + " of 40 at " + factor + ", half as far " + less);
        assertTrue(less < 34, less + " of 40 half as far as " + factor);
    }

    @Test
    void run_withNothingToSee_boundsNothing() {
        OneRunAudit.Finding found = run(1, 0, 200, 0.999, 5);
        assertEquals(0, found.bounds().epsilon());
        assertEquals(0, found.bounds().mu());
        assertEquals(0, found.bounds().extrapolatedEpsilon());
    }

    @Test
    void run_refusesWhatCannotBeMeasured() {
        OneRunAudit audit = new OneRunAudit(new CertifiedAccountant(), 0.95);
        MechanismEvent event = new MechanismEvent.Gaussian(1, 1);
        assertThrows(IllegalArgumentException.class, () -> audit.run(event, 0, new double[1], new boolean[1]));
        assertThrows(IllegalArgumentException.class, () -> audit.run(event, DELTA, new double[2], new boolean[1]));
        assertThrows(IllegalArgumentException.class, () -> audit.run(event, DELTA, new double[0], new boolean[0]));
        assertThrows(IllegalArgumentException.class, () -> new OneRunAudit(new CertifiedAccountant(), 1));
    }
}
