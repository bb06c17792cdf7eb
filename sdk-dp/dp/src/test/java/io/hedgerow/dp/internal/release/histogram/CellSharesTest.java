// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.dp.internal.release.histogram.NoisyScores.CellShares;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CellSharesTest {

    @Test
    void withoutNoise_sharesAreThoseOfTheRows() {
        double[] cells = {0, 3, 0, 0, 5, 1, 0, 1};
        double[] expected = Arrays.stream(cells).map(rows -> rows / 10).toArray();
        assertArrayEquals(expected, CellShares.of(cells, 0), 1e-15);
    }

    /** 100 and 900 stand out of noise of 10; 27 beside them is less than 2 σ √2, 36 is more and within 4 σ √2. */
    @Test
    void cellsThatStandOut_areToldApart_andWhatNoiseMayHaveMadeIsEmpty() {
        double[] shares = CellShares.of(new double[] {100, 900, 12, 15}, 10);
        assertArrayEquals(new double[] {0.1, 0.9, 0, 0}, shares, 1e-15);
        double[] tail = CellShares.of(new double[] {100, 900, 36, 0}, 10);
        assertArrayEquals(new double[] {100 / 1036.0, 900 / 1036.0, 18 / 1036.0, 18 / 1036.0}, tail, 1e-15);
    }

    /** 4 σ √2 = 57 of each pair: 30 and 35 are no less than noise by themselves, and together they are. */
    @Test
    void whatOnlyStandsOutTogether_isSpreadEvenly() {
        double[] shares = CellShares.of(new double[] {30, 35, 900, 900}, 10);
        assertEquals(shares[0], shares[1]);
        assertEquals(65 / 1865.0, shares[0] + shares[1], 1e-15);
    }

    @Test
    void nothingButNoise_isSpreadEvenly_andSharesAreAlwaysShares() {
        assertArrayEquals(new double[] {0.25, 0.25, 0.25, 0.25}, CellShares.of(new double[] {9, -7, 3, -8}, 10));
        Random random = new Random(5);
        double[] cells = random.doubles(256, -50, 60).toArray();
        double[] shares = CellShares.of(cells, 10);
        assertEquals(1, Arrays.stream(shares).sum(), 1e-12);
        assertTrue(Arrays.stream(shares).allMatch(share -> share >= 0));
    }
}
