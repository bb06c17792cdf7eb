// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.FixedPlanAccountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.accounting.ZcdpAccountant;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReleaseOptionsTest {

    private static ReleaseOptions options(double mu) {
        return new ReleaseOptions(3, 100, Adjacency.REPLACE_ONE, 0.02, 3000, false, ReleaseCentre.none(3), mu);
    }

    /** z ≥ 1/(√share·μ), in exact numbers: never less noise than the share is worth. */
    @Test
    void noiseMultiplier_isRoundedUp() {
        Random random = new Random(7);
        for (int k = 0; k < 20_000; k++) {
            double share = random.nextDouble();
            double mu = Math.scalb(1 + random.nextDouble(), random.nextInt(12) - 8);
            double multiplier = options(mu).noiseMultiplier(share);
            BigDecimal product = new BigDecimal(multiplier)
                    .multiply(new BigDecimal(mu))
                    .pow(2)
                    .multiply(new BigDecimal(share));
            assertTrue(product.compareTo(BigDecimal.ONE) >= 0, share + " of " + mu);
            // four roundings of 2^-53 each and two steps more, of a square
            assertEquals(1, product.doubleValue(), 0x1p-49);
        }
    }

    @Test
    void withNoiseSharedBy_isOfJustThatManySites() {
        ReleaseOptions shared = options(1).withNoiseSharedBy(4);
        assertEquals(4, shared.noiseSites());
        assertEquals(options(1), shared.withNoiseSharedBy(1));
    }

    /** Also where δ does not cover the tails of discrete noise and a plan costs Rényi's bound: from ε = 33 on. */
    @ParameterizedTest
    @CsvSource({"0.5, 1e-6", "33, 1e-6", "33.5, 1e-6", "34.9, 1e-6", "50, 1e-6", "100, 1e-5", "1, 1e-20"})
    void mu_isWhatAWholeReleaseMayCost(double epsilon, double delta) {
        ReleaseOptions options = ReleaseOptions.within(3, 100, new PrivacyBudget(epsilon, delta));
        List<MechanismEvent> rounds = new ReleaseSolver(new MomentDesign(options)).roundPlan(2);
        double certified = new FixedPlanAccountant().certify(rounds, delta).epsilon();
        assertTrue(certified <= epsilon, "was " + certified);
        // nothing is given away but what the jump at the border takes, less than 6 %
        assertTrue(certified >= 0.94 * epsilon, "was " + certified);
    }

    @ParameterizedTest
    @CsvSource({"1e-7, 1e-9", "1e-3, 1e-19", "1e4, 1e-6", "1e9, 1e-6"})
    void mu_ofBudgetsOfAnySize_isThatOfTheirConcentratedCostAtLeast(double epsilon, double delta) {
        PrivacyBudget budget = new PrivacyBudget(epsilon, delta);
        double mu = ReleaseOptions.mu(budget);
        double least = Math.sqrt(2 * ZcdpAccountant.standardRho(budget));
        assertTrue(mu > 0.99 * least && mu < 10 * least, mu + " against " + least);
    }
}
