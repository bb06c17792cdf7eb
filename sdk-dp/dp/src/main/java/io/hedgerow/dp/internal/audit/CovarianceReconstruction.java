// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

import io.hedgerow.core.model.Parameters;
import java.util.List;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularMatrixException;

/**
 * The attack of paper 002, A.1: from one plain upload of a site that solves its problem exactly, a coordinator computes
 * the site's second moments S.
 *
 * <p>Symbols: B, W, β, S: [d, d], flat by columns. A site without ℓ1 term and with a free diagonal solves (S + ρ2 I) B
 * = ρ2 W − β + S. Collecting S gives S (B − I) = ρ2 (W − B) − β, so
 *
 * <pre>S = (ρ2 (W − B) − β) (B − I)⁻¹</pre>
 *
 * <p>Deviation: the inverse stands on the right; the paper's text has the factors in an order for which the product is
 * another matrix. S is symmetric, so the mean of the result and its transpose is used.
 *
 * <p>Stateless. Cost O(d³).
 */
public final class CovarianceReconstruction {

    private CovarianceReconstruction() {}

    /** S by rows, from one upload; zeros when B − I is singular and the attack has no answer. */
    public static double[] attack(int variables, CoordinatorView.Upload upload) {
        RealMatrix b = matrix(variables, upload.local());
        RealMatrix w = matrix(variables, upload.consensus());
        RealMatrix beta = matrix(variables, upload.dual());
        RealMatrix left = w.subtract(b).scalarMultiply(upload.rho2()).subtract(beta);
        RealMatrix right = b.subtract(MatrixUtils.createRealIdentityMatrix(variables));
        double[] flat = new double[variables * variables];
        RealMatrix s;
        try {
            // X · right = left  ⇔  rightᵀ · Xᵀ = leftᵀ
            s = new LUDecomposition(right.transpose())
                    .getSolver()
                    .solve(left.transpose())
                    .transpose();
        } catch (SingularMatrixException e) {
            return flat;
        }
        for (int i = 0; i < variables; i++) {
            for (int j = 0; j < variables; j++) {
                flat[i * variables + j] = 0.5 * (s.getEntry(i, j) + s.getEntry(j, i));
            }
        }
        return flat;
    }

    /**
     * The smallest ‖Ŝ − S‖ / ‖S‖ over the uploads of one site, Frobenius norms; the choice of the upload needs S, so
     * this favours the attacker. 0 is a full reconstruction, 1 the error of guessing zeros.
     */
    public static double bestRelativeError(int variables, List<CoordinatorView.Upload> uploads, double[] secondMoment) {
        if (uploads.isEmpty()) {
            throw new IllegalArgumentException("an attack needs at least one upload, has none");
        }
        double best = Double.POSITIVE_INFINITY;
        for (CoordinatorView.Upload upload : uploads) {
            best = Math.min(best, relativeError(attack(variables, upload), secondMoment));
        }
        return best;
    }

    static double relativeError(double[] estimate, double[] truth) {
        double difference = 0;
        double norm = 0;
        for (int k = 0; k < truth.length; k++) {
            difference += (estimate[k] - truth[k]) * (estimate[k] - truth[k]);
            norm += truth[k] * truth[k];
        }
        if (!(norm > 0)) {
            throw new IllegalArgumentException("the true second moments must not all be zero");
        }
        return Math.sqrt(difference / norm);
    }

    private static RealMatrix matrix(int variables, Parameters flat) {
        RealMatrix matrix = MatrixUtils.createRealMatrix(variables, variables);
        for (int j = 0; j < variables; j++) {
            for (int i = 0; i < variables; i++) {
                matrix.setEntry(i, j, flat.get(j * variables + i));
            }
        }
        return matrix;
    }
}
