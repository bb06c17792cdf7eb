// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.release.Centred;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class LaggedSumTest {

    private static final int D = 5;
    private static final int LAGS = 2;

    /** Mean squares in units of σ²: on the diagonal of S, beside it, of C_1, of C_2. */
    private static double[] power(double[][] draws, double sigma) {
        double[] power = new double[LAGS + 2];
        double[] count = new double[LAGS + 2];
        for (double[] draw : draws) {
            for (int at = 0; at < draw.length; at++) {
                int l = at / (D * D);
                int where = l > 0 ? l + 1 : at / D == at % D ? 0 : 1;
                if (l > 0 || at % D >= at / D) {
                    power[where] += draw[at] * draw[at] / (sigma * sigma);
                    count[where]++;
                }
            }
        }
        for (int where = 0; where < power.length; where++) {
            power[where] /= count[where];
        }
        return power;
    }

    /**
     * 1, 1/2, and 1/w_l = 3/4 and 3/2 with p = 2. Of 600 draws there are 3,000 squares on the diagonal of S, the
     * fewest: relative deviation √(2/3000) = 2.6 %. Six of them reject falsely less than once in 10⁷ runs, with the
     * heavier upper tail of χ².
     */
    private static boolean hasTheRightSizes(double[] power) {
        double[] right = {1, 0.5, 0.75, 1.5};
        boolean all = true;
        for (int where = 0; where < right.length; where++) {
            all &= Math.abs(power[where] / right[where] - 1) < 0.157;
        }
        return all;
    }

    @Test
    void finish_addsNoiseOfSigmaSquaredOverTheWeightOfAnEntry() {
        LaggedSum sum = SeriesFixtures.options(D, LAGS, 1).products();
        DiscreteNoise noise = DiscreteNoise.secure();
        double[][] draws = new double[600][];
        for (int k = 0; k < draws.length; k++) {
            SeriesFixtures.begin(sum, D);
            draws[k] = sum.finish(noise);
            assertEquals(0, draws[k][D], "below the diagonal of S nothing is released");
        }
        // √2 R with μ = 1, rounded up to whole steps of 2⁻²⁸
        assertEquals(Math.sqrt(2), sum.sigma(), 1e-7);
        assertTrue(hasTheRightSizes(power(draws, sum.sigma())));
        for (double[] draw : draws) {
            for (int at = D * D; at < draw.length; at++) {
                draw[at] *= Math.sqrt(0.5);
            }
        }
        assertFalse(hasTheRightSizes(power(draws, sum.sigma())), "half the variance on lags must be noticed");
    }

    @Test
    void event_isOneGaussianOfMu_withTheChargeOfAllNumbers() {
        LaggedSum sum = SeriesFixtures.options(D, LAGS, 3).products();
        MechanismEvent.Sequence event = (MechanismEvent.Sequence) sum.event();
        MechanismEvent.Gaussian gaussian =
                (MechanismEvent.Gaussian) event.steps().get(0);
        assertEquals(1, gaussian.count());
        assertTrue(gaussian.mu() <= 1 && gaussian.mu() > 1 - 1e-6, "μ = Δ/σ = 1: " + gaussian.mu());
        double sigma = sum.sigmas()[0];
        double charged = 0;
        for (double each : sum.sigmas()) {
            charged += 2 * 197 / (24 * each * each); // 2 η(s), η(s) = (c² + 1) / (24 s²), c = 14
        }
        double claimed = ((MechanismEvent.PureDp) event.steps().get(1)).epsilon();
        assertEquals((LAGS + 1) * D * D * 2 * 197 / (24 * sigma * sigma), claimed, 1e-9 * claimed);
        // what every number needs adds up to that, but for standard deviations that were rounded up
        assertEquals(charged, claimed, 1e-9 * claimed);
    }

    @Test
    void sharedNoise_isDrawnInShares_andChargedAsAWhole() {
        UserSeriesDesign own = SeriesFixtures.options(D, LAGS, 1);
        UserSeriesDesign shared = new UserSeriesDesign(own.options().withNoiseSharedBy(4), LAGS, 1);
        for (int at = 0; at < own.products().sigmas().length; at++) {
            assertEquals(own.products().sigmas()[at] / 2, shared.products().sigmas()[at], 1);
        }
        assertEquals(mu(own.products()), mu(shared.products()));
    }

    private static double mu(LaggedSum sum) {
        MechanismEvent.Sequence event = (MechanismEvent.Sequence) sum.event();
        return ((MechanismEvent.Gaussian) event.steps().get(0)).mu();
    }

    @Test
    void options_refuseWhatTheProofDoesNotCover() {
        ReleaseOptions users = SeriesFixtures.options(2, 1, 1).options();
        ReleaseOptions rows = new ReleaseOptions(2, 9, Adjacency.REPLACE_ONE, 1, 2, false, ReleaseCentre.none(2), 1);
        assertRefused("users only", rows, 1, 1);
        assertRefused("private mean", Centred.at(new ReleaseCentre.PrivateMean(), users), 1, 1);
        assertRefused("lags must be from 0 to 50, was 51", users, 51, 1);
        assertRefused("radius must be finite and > 0, was NaN", users, 1, Double.NaN);
        ReleaseOptions zeroOut =
                new ReleaseOptions(2, 9, Adjacency.ZERO_OUT, 1, 2, false, ReleaseCentre.none(2), 1).withUsers(9);
        assertRefused("adjacency must be REPLACE_ONE", zeroOut, 1, 1);
    }

    private static void assertRefused(String words, ReleaseOptions options, int lags, double radius) {
        String message = assertThrows(IllegalArgumentException.class, () -> new UserSeriesDesign(options, lags, radius))
                .getMessage();
        assertTrue(message.contains(words), message);
    }

    /** 1.4 √d noise variances: the R that was measured to be best. */
    @Test
    void usualRadius() {
        assertEquals(1.4 * 3 * 2, UserSeriesDesign.radius(9, 2), 1e-12);
    }

    @Test
    void aRowWithoutAUser_isNoRealisation() {
        LaggedSum sum = SeriesFixtures.options(2, 1, 1).products();
        assertThrows(IllegalStateException.class, () -> sum.add(new double[2]));
    }

    /** σ_at² · w ≥ σ², in exact numbers: w is 2 beside the diagonal and 2 (p + 1 − l)/(p + 1) for lag l. */
    @Test
    void noise_isNeverLessThanItsWeightAsksFor() {
        for (int lags = 1; lags <= 12; lags++) {
            double[] sigmas = SeriesFixtures.options(2, lags, 1).products().sigmas();
            BigDecimal variance = new BigDecimal(sigmas[0]).pow(2);
            BigDecimal beside = new BigDecimal(sigmas[1]).pow(2);
            assertTrue(beside.multiply(BigDecimal.valueOf(2)).compareTo(variance) >= 0);
            for (int l = 1; l <= lags; l++) {
                BigDecimal own = new BigDecimal(sigmas[3 + 4 * (l - 1)]).pow(2);
                BigDecimal weighed = own.multiply(BigDecimal.valueOf(2L * (lags + 1 - l)));
                assertTrue(weighed.compareTo(variance.multiply(BigDecimal.valueOf(lags + 1))) >= 0, "lag " + l);
            }
        }
    }

    @Test
    void noiseOfLagsBeyondTheWidest_isRefusedBeforeAnythingIsRead() {
        UserSeriesDesign options = SeriesFixtures.options(2, 7, 1);
        // σ is below 2^40 steps, and twice that is not: the last of seven lags has weight 1/4
        String message = assertThrows(IllegalArgumentException.class, () -> options.products(5e5))
                .getMessage();
        assertTrue(message.startsWith("the budget is too small: noiseMultiplier was 500000.0, "), message);
        options.products(3e5);
    }
}
