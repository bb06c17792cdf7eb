// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.MechanismEvent;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Charges for drawing Gaussian noise on a lattice are linear in their number. */
class CorrectionTest {

    private static final double DELTA = 1e-6;

    private static MechanismEvent corrected(double each, long count) {
        return new MechanismEvent.Sequence(
                List.of(new MechanismEvent.Gaussian(0.01, 1000), new MechanismEvent.PureDp(each, count)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1000, 1_000_000, 100_000_000})
    void epsilon_addsEveryCorrection_howeverManyThereAre(long count) {
        double each = 1.5e-11;
        double sum = each * count;
        double epsilon = new CertifiedAccountant().epsilon(corrected(each, count), DELTA);
        double without = AnalyticGaussian.epsilon(0.01 * Math.sqrt(1000), DELTA * (1 - sum));
        // Charged as independent losses, a hundred million of them would come to 1e-6 instead of 1.5e-3. Rounding of
        // √1000
        // and of the bisection: 1e-9.
        assertEquals(without + sum, epsilon, 1e-9);
        assertTrue(epsilon >= without + sum * (1 - 1e-12), "never less than the sum");
    }

    @Test
    void epsilon_withACorrection_isTakenAtASmallerDelta() {
        double each = 1e-5;
        long count = 1000;
        double epsilon = new CertifiedAccountant().epsilon(corrected(each, count), DELTA);
        double atDelta = AnalyticGaussian.epsilon(0.01 * Math.sqrt(1000), DELTA);
        // one per cent less δ costs more than the bisection's rounding
        assertTrue(epsilon > atDelta + each * count + 1e-6, epsilon + " against " + (atDelta + each * count));
    }
}
