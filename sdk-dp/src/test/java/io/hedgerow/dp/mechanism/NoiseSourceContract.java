// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * What every {@link NoiseSource} keeps to. The distributions are tested with fresh noise: of the ten p-values computed
 * each is below 1e−9 with that probability, so a correct source fails once in 10⁸ runs. The power is stated in
 * {@link NoiseChecks}.
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
