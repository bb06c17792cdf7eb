// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.predict.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class SeededDrawsTest {

    /** Rows have a fixed seed; this is five standard errors of a share of 40,000. */
    private static final double FAR = 5 * 0.5 / Math.sqrt(40_000);

    @Test
    void numbers_areThoseOfTheSeed() {
        assertEquals(new SeededDraws(4).normal(), new SeededDraws(4).normal());
        assertEquals(new SeededDraws(4).uniform(), new SeededDraws(4).uniform());
        assertNotEquals(new SeededDraws(4).normal(), new SeededDraws(5).normal());
    }

    @Test
    void level_hasItsProbability_andNeverOneOf0() {
        SeededDraws draws = new SeededDraws(1);
        int[] seen = new int[4];
        for (int r = 0; r < 40_000; r++) {
            seen[draws.level(new double[] {0.5, 0, 0.3, 0.2})]++;
        }
        assertEquals(0.5, seen[0] / 40_000.0, FAR);
        assertEquals(0, seen[1]);
        assertEquals(0.3, seen[2] / 40_000.0, FAR);
        assertEquals(0.2, seen[3] / 40_000.0, FAR);
    }

    @Test
    void level_whereRoundingLeavesSomething_isTheLastThatCanBe() {
        assertEquals(1, new SeededDraws(1).level(new double[] {0, 1e-300, 0}));
    }
}
