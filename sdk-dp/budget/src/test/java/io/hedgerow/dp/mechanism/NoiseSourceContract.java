// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.MechanismEvent;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/**
 * What every {@link NoiseSource} keeps to. The distributions are tested with fresh noise: of the forty p-values
 * computed each is below 1e−9 with that probability, so a correct source fails once in 2·10⁷ runs. The power is stated
 * in {@link NoiseChecks}; samplers that are broken in known ways must fail the same checks.
 */
public abstract class NoiseSourceContract {

    private static final double RESOLVED = 0x1p20;

    /** A new source. */
    protected abstract NoiseSource open();

    /** The name it must have. */
    protected abstract String expectedId();

    @Test
    void id_isTheOneItIsAskedForBy() {
        assertEquals(expectedId(), open().id());
    }

    /** How many draws are made to count tails; with 40 million a cut at 5σ is seen. */
    protected long tailDraws() {
        return 40_000_000;
    }

    @Test
    void law_isThatOfItsProvider_andChargesWhatIsNotExact() {
        NoiseSource.Law law = open().law();
        assertEquals(NoiseSource.lawOf(expectedId()), law);
        MechanismEvent event = new MechanismEvent.Gaussian(0.5, 1);
        assertEquals(law.gaussianDistance() == 0, law.ofGaussians(event, 1).equals(event));
    }

    @Test
    void refresh_leavesASourceThatDraws() {
        NoiseSource source = open();
        source.gaussian(RESOLVED);
        source.refresh();
        double p = NoiseChecks.gaussian(() -> source.gaussian(RESOLVED), RESOLVED);
        assertTrue(p > GoodnessOfFit.REJECT, "p = " + p);
    }

    @Test
    void gaussian_hasTheTailsOfItsLaw() {
        NoiseSource source = open();
        double p = NoiseChecks.gaussianTails(() -> source.gaussian(RESOLVED), RESOLVED, tailDraws());
        assertTrue(p > GoodnessOfFit.REJECT, "p = " + p);
    }

    @Test
    void laplace_hasTheTailsOfItsLaw() {
        NoiseSource source = open();
        double p = NoiseChecks.laplaceTails(() -> source.laplace(RESOLVED), RESOLVED, tailDraws() / 8);
        assertTrue(p > GoodnessOfFit.REJECT, "p = " + p);
    }

    /**
     * Beyond 4σ 38 of 600 000 draws are expected, beyond 10 scales 27: none is less likely than e^−27. Of the 300 heavy
     * draws 63 are beyond 5σ, where .3 are expected and 9 are rejected: so few are seen with probability below 1e−17.
     */
    @Test
    void tailsThatAreCutOffOrHeavy_areRejected() {
        NoiseSource source = open();
        long draws = 600_000;
        LongSupplier gaussian = () -> source.gaussian(RESOLVED);
        LongSupplier laplace = () -> source.laplace(RESOLVED);
        for (double cut : new double[] {3.5, 4}) {
            assertTrue(
                    NoiseChecks.gaussianTails(within(gaussian, cut), RESOLVED, draws) < GoodnessOfFit.REJECT,
                    "Gaussian noise cut at " + cut + " sigma");
        }
        LongSupplier oneSided = () -> Math.min(gaussian.getAsLong(), Math.round(3.5 * RESOLVED));
        assertTrue(NoiseChecks.gaussianTails(oneSided, RESOLVED, draws) < GoodnessOfFit.REJECT, "one tail cut");
        long[] turn = new long[1];
        LongSupplier heavy = () -> turn[0]++ % 2_000 == 0 ? 4 * gaussian.getAsLong() : gaussian.getAsLong();
        assertTrue(NoiseChecks.gaussianTails(heavy, RESOLVED, draws) < GoodnessOfFit.REJECT, "heavy tails");
        assertTrue(
                NoiseChecks.laplaceTails(within(laplace, 9), RESOLVED, draws) < GoodnessOfFit.REJECT,
                "Laplace noise cut at 9 scales");
    }

    /** Draws again what is beyond a cut, as a sampler with a table that ends does. */
    private static LongSupplier within(LongSupplier noise, double cut) {
        return () -> {
            long drawn;
            do {
                drawn = noise.getAsLong();
            } while (Math.abs(drawn) > cut * RESOLVED);
            return drawn;
        };
    }

    @Test
    void gaussian_hasTheStatedDistribution() {
        NoiseSource source = open();
        double p = NoiseChecks.gaussian(() -> source.gaussian(RESOLVED), RESOLVED);
        assertTrue(p > GoodnessOfFit.REJECT, "p = " + p);
    }

    @Test
    void laplace_hasTheStatedDistribution() {
        NoiseSource source = open();
        double p = NoiseChecks.laplace(() -> source.laplace(RESOLVED), RESOLVED);
        assertTrue(p > GoodnessOfFit.REJECT, "p = " + p);
    }

    @Test
    void brokenNoise_isRejectedByTheSameChecks() {
        NoiseSource source = open();
        assertTrue(NoiseChecks.gaussian(() -> source.gaussian(RESOLVED * 0.98), RESOLVED) < GoodnessOfFit.REJECT);
        assertTrue(
                NoiseChecks.gaussian(() -> source.laplace(RESOLVED / Math.sqrt(2)), RESOLVED) < GoodnessOfFit.REJECT);
        assertTrue(NoiseChecks.laplace(() -> source.laplace(RESOLVED * 1.03), RESOLVED) < GoodnessOfFit.REJECT);
        long[] turn = new long[1];
        assertTrue(NoiseChecks.gaussian(
                        () -> {
                            long drawn = source.gaussian(RESOLVED);
                            // one draw in 50 loses its minus sign: P(negative) = 0.49
                            return turn[0]++ % 50 == 0 ? Math.abs(drawn) : drawn;
                        },
                        RESOLVED)
                < GoodnessOfFit.REJECT);
    }

    @Test
    void sources_doNotRepeatEachOther() {
        NoiseSource one = open();
        NoiseSource other = open();
        long[] first = new long[16];
        long[] second = new long[16];
        Arrays.setAll(first, i -> one.gaussian(0x1p40));
        Arrays.setAll(second, i -> other.gaussian(0x1p40));
        // equal by chance with probability below 2^-600
        assertFalse(Arrays.equals(first, second));
    }

    @Test
    void scales_outsideTheRangeAreRefused() {
        NoiseSource source = open();
        for (double scale :
                new double[] {0, -1, 0.5, Math.nextDown(1.0), 0x1.0000001p40, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThrows(IllegalArgumentException.class, () -> source.gaussian(scale));
            assertThrows(IllegalArgumentException.class, () -> source.laplace(scale));
        }
    }

    @Test
    void scales_atTheEndsOfTheRangeWork() {
        NoiseSource source = open();
        for (double scale : new double[] {1, 0x1p40}) {
            for (int i = 0; i < 1000; i++) {
                // beyond 60 scales with probability below 1e-26 each
                assertTrue(Math.abs(source.gaussian(scale)) <= 60 * scale);
                assertTrue(Math.abs(source.laplace(scale)) <= 60 * scale);
            }
        }
    }
}
