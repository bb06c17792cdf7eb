// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Intervals of posteriors with a mass at 0. */
class PosteriorEffectsTest {

    /** Uniform from a to a + 1. */
    private static double[] ends(double probability, double a) {
        return PosteriorEffects.ends(probability, share -> a + share);
    }

    @Test
    void anEffectThatIsCertain_hasEqualTails() {
        assertArrayEquals(new double[] {1.05, 1.95}, ends(1, 1), 1e-12);
        assertArrayEquals(new double[] {-2.95 + 1, -1.05}, ends(1, -2), 1e-12);
    }

    /** The whole tail on the side of 0 is inside, so the other one is 10 %. */
    @Test
    void aMassAt0_isHeld_andTheOtherTailIsTenPercent() {
        assertArrayEquals(new double[] {0, 1.9}, ends(0.5, 1), 1e-3);
        assertArrayEquals(new double[] {-1.9, 0}, ends(0.5, -2), 1e-3);
        assertArrayEquals(new double[] {0, 1.9}, ends(0.06, 1), 1e-3);
        assertEquals("0.0", String.valueOf(ends(0.5, -2)[1]), "-0 would be seen in files");
        assertArrayEquals(new double[] {-0.45, 0.45}, ends(0.06, -0.5), 1e-12);
    }

    @Test
    void whatItHolds_isNinetyPercentOfThePosterior_andOfTheGraphsWithAPath() {
        for (double a : new double[] {-3, -0.97, -0.5, -0.02, 0.4}) {
            for (double probability = 0.06; probability < 1; probability += 0.01) {
                double[] ends = ends(probability, a);
                double there = Math.min(1, ends[1] - a) - Math.max(0, ends[0] - a);
                double all = probability * there + (ends[0] <= 0 && 0 <= ends[1] ? 1 - probability : 0);
                assertEquals(0.95, there, 0.05 + 1e-9, "of the graphs with a path, P " + probability + ", a " + a);
                assertEquals(0.95, all, 0.05 + 1e-9, "of all graphs, P " + probability + ", a " + a);
            }
        }
    }
}
