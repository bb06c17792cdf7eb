// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.RenyiAccountant;
import io.hedgerow.dp.internal.accounting.RenyiConversion;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The margins for rounding of docs/privacy-proofs/accounting.md are in what sums over lattices return. */
class MarginsTest {

    private static LossDistribution law(double... mass) {
        return new LossDistribution(1, 0, mass, 0);
    }

    private static double total(LossDistribution law) {
        return Arrays.stream(law.mass()).sum() + law.infinite();
    }

    @Test
    void delta_ofALaw_isRaisedByMoreThanItsSumIsRounded() {
        double exact = -Math.expm1(-1);
        double delta = law(1).delta(0, -1);
        assertTrue(delta >= exact * (1 + 0.9e-12), "was " + delta);
        assertEquals(exact, delta, 1.1e-12);
    }

    @Test
    void massAtInfinity_countsInDelta() {
        LossDistribution law = new LossDistribution(1, 0, new double[] {0.9}, 0.1);
        assertEquals(0.1, law.delta(0, 5), 1e-11);
        assertEquals(0.1, law.delta(0.5, 50), 1e-11);
    }

    @Test
    void sumOfLaws_isRaisedByMoreThanMassesTiltsAndTransformAreRounded() {
        for (int count : new int[] {1, 7, 1000}) {
            LossComposition composition = new LossComposition(1, 0.3);
            composition.add(law(0.5, 0, 0.5), count);
            LossDistribution sum = composition.sum();
            double margin = 1e-11 + 1e-14 * count;
            assertTrue(total(sum) >= 1 + 0.9 * margin, count + ": " + total(sum));
            // odd sums cannot occur: what stands there is the bound of the transform's error
            for (int j = 0; j < sum.mass().length; j++) {
                boolean odd = Math.floorMod(sum.first() + j, 2L) == 1;
                assertTrue(!odd || sum.mass()[j] > 0, count + " at " + (sum.first() + j));
            }
        }
    }

    @Test
    void lawOfARun_isRaisedByMoreThanItsStepsAreRounded() {
        for (double range : new double[] {1e-6, 0.3}) {
            long steps = 200;
            LossDistribution law =
                    new SelectionCurve(range, 32, steps).advanceTo(steps).law();
            double margin = steps * (1e-13 + 1e-15 / range);
            assertTrue(total(law) >= 1 + 0.9 * margin, range + ": " + (total(law) - 1) + " < " + margin);
        }
    }

    @Test
    void lawOfARun_hasWhatItsStepsCutAsMassAtInfinity() {
        LossDistribution law = new SelectionCurve(0.3, 32, 200).advanceTo(200).law();
        assertTrue(law.infinite() >= SelectionCurve.CUT, "was " + law.infinite());
    }

    @Test
    void renyiBounds_areRaisedByMoreThanCurvesAreRounded() {
        // 5 + ln ½ − (ln ½ + ln 2)
        assertTrue(RenyiConversion.at(alpha -> 5, 2, 0.5) >= 5 - Math.log(2) + 0.9 * 5 * 4e-12);
        MechanismEvent noise = new MechanismEvent.Gaussian(1, 3);
        assertTrue(RenyiAccountant.divergence(noise, 4) >= 6 * (1 + 0.9 * 4e-12));
    }
}
