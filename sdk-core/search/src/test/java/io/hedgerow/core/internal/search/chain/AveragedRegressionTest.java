// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.chain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

class AveragedRegressionTest {

    private static final int Q = 7;
    private static final int ROWS = 60;

    /** Candidates of one common factor, some of them causes of the target. */
    private static double[] moments(double[] effects) {
        double[] s = new double[(Q + 1) * (Q + 1)];
        for (int i = 0; i < Q; i++) {
            for (int k = 0; k < Q; k++) {
                s[i * (Q + 1) + k] = i == k ? 1 : 0.5;
                s[i * (Q + 1) + Q] += s[i * (Q + 1) + k] * effects[k];
            }
            s[Q * (Q + 1) + i] = s[i * (Q + 1) + Q];
        }
        s[s.length - 1] = 1;
        return s;
    }

    /** The average over all 64 sets, each regression solved by itself from the formula. */
    private static double[] enumerated(double[] moments, int always, int rows) {
        double inflation = 1 / (rows * 0.1);
        double[] mean = new double[Q];
        double weights = 0;
        double largest = Double.NaN;
        for (int set = 0; set < 1 << Q; set++) {
            if ((set >> always & 1) == 0) {
                continue;
            }
            int bits = set;
            int[] in = IntStream.range(0, Q).filter(i -> (bits >> i & 1) == 1).toArray();
            DMatrixRMaj r = new DMatrixRMaj(in.length, in.length);
            DMatrixRMaj right = new DMatrixRMaj(in.length, 1);
            DMatrixRMaj b = new DMatrixRMaj(in.length, 1);
            for (int a = 0; a < in.length; a++) {
                right.set(a, moments[in[a] * (Q + 1) + Q]);
                for (int c = 0; c < in.length; c++) {
                    r.set(a, c, moments[in[a] * (Q + 1) + in[c]] + (a == c ? inflation : 0));
                }
            }
            double determinant = CommonOps_DDRM.det(r.copy());
            CommonOps_DDRM.solve(r, right, b);
            double left = 1 - CommonOps_DDRM.dot(right, b);
            double log = -(rows + 3) / 2.0 * Math.log(0.5 + rows * left)
                    - 0.5 * Math.log(determinant * Math.pow(1 / inflation, in.length))
                    + in.length * Math.log(0.01 / 0.99);
            if (!(log <= largest)) {
                double less = Math.exp(Double.isNaN(largest) ? 0 : largest - log);
                weights *= less;
                Arrays.setAll(mean, i -> mean[i] * less);
                largest = log;
            }
            double weight = Math.exp(log - largest);
            weights += weight;
            for (int a = 0; a < in.length; a++) {
                mean[in[a]] += weight * b.get(a);
            }
        }
        for (int i = 0; i < Q; i++) {
            mean[i] /= weights;
        }
        return mean;
    }

    /** 0.01 is three standard errors of the mean of 1,000 draws between 0 and 0.2, of which most are alike. */
    @Test
    void means_areThoseOfAllSets() {
        double[] moments = moments(new double[] {0.5, 0.3, 0, 0, -0.25, 0, 0.1});
        double[] exact = enumerated(moments, 2, ROWS);
        exact[2] = 0;
        assertArrayEquals(exact, AveragedRegression.of(Q, moments, 2, ROWS, 1), 0.01);
        assertEquals(0.5, exact[0], 0.2);
    }

    /** A chain that begins at a sharp posterior stays with what it took first; and an effect of .05 is plain by now. */
    @Test
    void means_ofManyRows_areThoseOfAllSets() {
        int rows = 100_000;
        double[] moments = moments(new double[] {0.5, 0.3, 0, 0, -0.25, 0, 0.05});
        double[] exact = enumerated(moments, 2, rows);
        exact[2] = 0;
        assertArrayEquals(exact, AveragedRegression.of(Q, moments, 2, rows, 1), 0.001);
        assertEquals(0.05, exact[6], 0.01);
    }

    /** Two candidates that are nearly one: single steps in and out would stay with whichever came first. */
    @Test
    void causesThatStandForEachOther_shareTheirEffect() {
        double[] moments = moments(new double[] {0.7, 0, 0, 0, 0, 0, 0});
        for (int i = 0; i <= Q; i++) {
            double of0 = moments[i * (Q + 1)];
            moments[i * (Q + 1) + 1] = of0;
            moments[Q + 1 + i] = of0;
        }
        moments[Q + 2] = 1;
        moments[1] = 0.999;
        moments[Q + 1] = 0.999;
        double[] mean = AveragedRegression.of(Q, moments, 2, ROWS, 1);
        double[] exact = enumerated(moments, 2, ROWS);
        assertEquals(exact[0], mean[0], 0.05);
        assertEquals(exact[1], mean[1], 0.05);
        assertEquals(exact[0], exact[1], 1e-9);
    }
}
