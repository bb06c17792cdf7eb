// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Information of normal blocks: one of columns 0 and 1, and four of one column each. */
class BlockInformationTest {

    private static final int M = 6;
    private static final int[][] BLOCKS = {{0, 1}, {2}, {3}, {4}, {5}};
    private static final int[] NONE = {};

    /** A Aᵀ of a random A, in units that differ by a factor of 10⁶. */
    private static double[] covariance(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] a = random.doubles(M * M, -1, 1).toArray();
        double[] s = new double[M * M];
        for (int i = 0; i < M; i++) {
            for (int j = 0; j < M; j++) {
                for (int k = 0; k < M; k++) {
                    s[i * M + j] += a[i * M + k] * a[j * M + k] * Math.pow(10, i - 3) * Math.pow(10, j - 3);
                }
            }
        }
        return s;
    }

    /** −½ ln(1 − r²) of two columns, with r of each given a third one by the formula of partial correlation. */
    @Test
    void information_ofColumns_isThatOfTheirPartialCorrelation() {
        for (long seed = 1; seed <= 20; seed++) {
            double[] s = covariance(seed);
            BlockInformation information = new BlockInformation(BLOCKS, s);
            double ab = r(s, 2, 3);
            double ac = r(s, 2, 4);
            double bc = r(s, 3, 4);
            double partial = (ab - ac * bc) / Math.sqrt((1 - ac * ac) * (1 - bc * bc));
            assertEquals(-0.5 * Math.log(1 - ab * ab), information.of(1, new int[] {2}, NONE), 1e-8);
            assertEquals(-0.5 * Math.log(1 - partial * partial), information.of(1, new int[] {2}, new int[] {3}), 1e-8);
        }
    }

    private static double r(double[] s, int i, int j) {
        return s[i * M + j] / Math.sqrt(s[i * (M + 1)] * s[j * (M + 1)]);
    }

    /** I(T; A, B | C) = I(T; A | C) + I(T; B | A, C), and I(T; A | C) = I(A; T | C). */
    @Test
    void information_addsAlongAChain_andIsSymmetric() {
        for (long seed = 1; seed <= 20; seed++) {
            BlockInformation information = new BlockInformation(BLOCKS, covariance(seed));
            for (int given = 3; given < 5; given++) {
                int[] c = {given};
                double both = information.of(0, new int[] {1, 2}, c);
                double one = information.of(0, new int[] {1}, c);
                double other = information.of(0, new int[] {2}, new int[] {1, given});
                assertEquals(both, one + other, 1e-8);
                assertEquals(one, information.of(1, new int[] {0}, c), 1e-8);
                assertTrue(one >= 0 && other >= 0);
                assertEquals(both, information.of(0, new int[] {2, 1}, c), 1e-12, "in any order");
            }
        }
    }

    /** The last column is the sum of two others: given these nothing is left of it to tell. */
    @Test
    void columnThatOthersDetermine_tellsNothingMore() {
        double[] s = covariance(3);
        for (int j = 0; j < M - 1; j++) {
            s[(M - 1) * M + j] = s[2 * M + j] + s[3 * M + j];
            s[j * M + M - 1] = s[(M - 1) * M + j];
        }
        s[M * M - 1] = s[2 * (M + 1)] + 2 * s[2 * M + 3] + s[3 * (M + 1)];
        BlockInformation information = new BlockInformation(BLOCKS, s);
        assertEquals(0, information.of(3, new int[] {4}, new int[] {1, 2}), 1e-6);
        assertEquals(0, information.of(4, new int[] {0}, new int[] {1, 2}), 1e-6);
        assertTrue(information.of(4, new int[] {1, 2}, NONE) > 5, "much, and finite");
        assertTrue(Double.isFinite(information.of(4, new int[] {1, 2}, NONE)));
    }
}
