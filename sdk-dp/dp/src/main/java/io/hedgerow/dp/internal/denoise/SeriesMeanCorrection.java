// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise;

import io.hedgerow.dp.internal.release.series.SeriesMoments;
import java.util.Arrays;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularMatrixException;

/**
 * Restores to moments of series what subtracting each series' own mean took from them.
 *
 * <p>Symbols: d, p; T rows of each series; C_k = E[x_t x_{t−k}ᵀ], C_{−k} = C_kᵀ. The mean of a series varies about the
 * true one with covariance
 *
 * <pre>V = Σ_{|k| &lt; T} (T − |k|) C_k / T²</pre>
 *
 * <p>and moments about it are C_l − V T / (T − l) instead of C_l, after the factor T / (T − l) of
 * {@link SeriesMoments}. C_k beyond the lags is that of the reduced form x_t = Σ_i B_i x_{t−i} + e_t, C_k = Σ_i B_i
 * C_{k−i}; B follows from the moments, and V from the moments with V, in {@value #ROUNDS} rounds, each of which leaves
 * a share of about 1/T of the error before it. Without it edges that are not there have partial correlations of about
 * 1/T, which many series show beyond doubt.
 *
 * <p>Post-processing: costs no budget. O(T p d³). Immutable.
 */
public final class SeriesMeanCorrection {

    private static final int ROUNDS = 3;
    /** The largest correlation: beyond 1 noise has made the reduced form grow, and no more moments are summed. */
    private static final double MOST = 1;

    private final int d;
    private final int lags;
    private final long steps;

    public SeriesMeanCorrection(int variables, int lags, long steps) {
        this.d = variables;
        this.lags = lags;
        this.steps = steps;
    }

    /** The matrix G of the moments about the true means. */
    public double[] givenBack(double[] matrix) {
        double[] given = matrix;
        for (int round = 0; round < ROUNDS; round++) {
            given = with(matrix, ofMean(given));
        }
        return given;
    }

    private double[] with(double[] matrix, RealMatrix taken) {
        int q = (lags + 1) * d;
        double[] with = matrix.clone();
        for (int a = 0; a < q; a++) {
            for (int b = 0; b < q; b++) {
                int lag = Math.abs(a / d - b / d);
                with[a * q + b] += taken.getEntry(a % d, b % d) * steps / (steps - lag);
            }
        }
        return with;
    }

    /** V, the covariance of a series' mean. */
    private RealMatrix ofMean(double[] matrix) {
        int q = (lags + 1) * d;
        RealMatrix[] last = new RealMatrix[lags + 1]; // C_k, C_{k−1}, … C_{k−p}
        for (int l = 0; l <= lags; l++) {
            last[lags - l] = block(matrix, q, 0, l);
        }
        RealMatrix sum = last[lags].scalarMultiply((double) steps);
        for (int l = 1; l <= lags && l < steps; l++) {
            sum = plusBoth(sum, last[lags - l], (double) (steps - l));
        }
        RealMatrix[] forms = reducedForm(matrix, q);
        for (long k = lags + 1L; k < steps && forms.length > 0; k++) {
            RealMatrix next = new Array2DRowRealMatrix(d, d);
            for (int i = 1; i <= lags; i++) {
                next = next.add(forms[i - 1].multiply(last[i - 1]));
            }
            if (!isCorrelation(next, matrix, q)) {
                break;
            }
            sum = plusBoth(sum, next, (double) (steps - k));
            System.arraycopy(last, 0, last, 1, lags);
            last[0] = next;
        }
        return sum.scalarMultiply(1.0 / steps / steps);
    }

    private static RealMatrix plusBoth(RealMatrix sum, RealMatrix covariance, double times) {
        return sum.add(covariance.add(covariance.transpose()).scalarMultiply(times));
    }

    /** B_1, …, B_p; none where the moments of the lags are singular. */
    private RealMatrix[] reducedForm(double[] matrix, int q) {
        RealMatrix all = new Array2DRowRealMatrix(GramTarget.rows(q, matrix), false);
        if (lags == 0) {
            return new RealMatrix[0];
        }
        try {
            RealMatrix past = all.getSubMatrix(d, q - 1, d, q - 1);
            RealMatrix cross = all.getSubMatrix(d, q - 1, 0, d - 1);
            RealMatrix stacked =
                    new LUDecomposition(past).getSolver().solve(cross).transpose();
            RealMatrix[] forms = new RealMatrix[lags];
            Arrays.setAll(forms, i -> stacked.getSubMatrix(0, d - 1, i * d, (i + 1) * d - 1));
            return forms;
        } catch (SingularMatrixException e) {
            return new RealMatrix[0];
        }
    }

    private RealMatrix block(double[] matrix, int q, int row, int column) {
        double[][] block = new double[d][d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                block[i][j] = matrix[(row * d + i) * q + column * d + j];
            }
        }
        return new Array2DRowRealMatrix(block, false);
    }

    private boolean isCorrelation(RealMatrix covariance, double[] matrix, int q) {
        boolean fits = true;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                double most = Math.sqrt(Math.max(0, matrix[i * (q + 1)] * matrix[j * (q + 1)]));
                fits &= Math.abs(covariance.getEntry(i, j)) <= MOST * most;
            }
        }
        return fits;
    }
}
