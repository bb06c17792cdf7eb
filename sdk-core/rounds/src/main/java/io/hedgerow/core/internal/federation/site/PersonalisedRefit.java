// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.linalg.SmallCholesky;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * A site's own weights on a learned structure: for every variable the ordinary least-squares regression on its parents
 * (paper 002, B.2.2), so its residual is uncorrelated with each parent. C are the common weights.
 *
 * <pre>W[pa, j] = C[pa, j] + S[pa, pa]⁺ (S[pa, j] − S[pa, pa] C[pa, j])</pre>
 *
 * <p>Parents are first scaled to unit second moment, so the result does not depend on units. When the scaled matrix is
 * singular to working precision (a scaled pivot below 1e-12) there are many least-squares solutions; the one whose
 * scaled weights are nearest to the common ones is taken, through the pseudo-inverse: the limit of a ridge towards
 * them. A parent that never varies keeps its common weight. So do all k parents of a variable where the site has fewer
 * than k + 3 rows: there the expected squared error of new predictions, with a mean and k weights fitted, does not
 * exist. The paper has neither rule; where S[pa, pa] is regular and rows are enough, W does not depend on C.
 *
 * <p><b>Not private.</b> The weights are functions of exact second moments, k equations for k parents; they stay at the
 * site. Stateless and thread-safe. Cost: k³ per variable of k parents.
 */
public final class PersonalisedRefit {

    /** Scaled pivots and eigenvalues below this count as 0; above round-off, below what data can resolve. */
    private static final double SINGULAR = 1e-12;
    /** E[(residual of a new row)²] = σ² (n² − n − 2) / (n (n − k − 2)), so n must exceed k + 2. */
    private static final int MORE_ROWS_THAN_PARENTS = 3;

    private PersonalisedRefit() {}

    /**
     * {@return a graph with all weights refitted, and with no edge that the structure does not have}
     *
     * @param common C, the learned weights; where they are 0 there is no edge. Cycles are not looked for
     * @param statistics of the site's records, over the same variables
     * @param centring what is subtracted from the records first
     */
    public static WeightMatrix refit(WeightMatrix common, SufficientStatistics statistics, Centring centring) {
        int d = common.variables();
        if (statistics.variables() != d) {
            throw new IllegalArgumentException(
                    "statistics must be of the " + d + " variables of the structure, are of " + statistics.variables());
        }
        double[] s = statistics.secondMoment(centring);
        double[] rows = common.toRows();
        int[] parents = new int[d];
        for (int j = 0; j < d; j++) {
            int k = 0;
            int all = 0;
            for (int i = 0; i < d; i++) {
                if (common.hasEdge(i, j)) {
                    all++;
                    if (s[i * d + i] > 0) {
                        parents[k++] = i;
                    }
                }
            }
            if (statistics.rows() >= all + MORE_ROWS_THAN_PARENTS) {
                regress(s, d, rows, Arrays.copyOf(parents, k), j);
            }
        }
        return WeightMatrix.ofRows(d, rows);
    }

    /** Moves column {@code target} of W from the common weights to the least squares. */
    private static void regress(double[] s, int d, double[] w, int[] parents, int target) {
        int k = parents.length;
        double[] scale = new double[k];
        for (int u = 0; u < k; u++) {
            scale[u] = 1 / Math.sqrt(s[parents[u] * d + parents[u]]);
        }
        double[] a = new double[k * k];
        double[] right = new double[k];
        for (int u = 0; u < k; u++) {
            double left = s[parents[u] * d + target];
            for (int v = 0; v < k; v++) {
                double moment = s[parents[u] * d + parents[v]];
                left -= moment * w[parents[v] * d + target];
                a[u * k + v] = u == v ? 1 : moment * scale[u] * scale[v];
            }
            right[u] = left * scale[u];
        }
        double[] factor = a.clone();
        double[] move = right;
        if (SmallCholesky.factor(factor, k, SINGULAR)) {
            SmallCholesky.solve(factor, k, move);
        } else {
            move = pseudoInverse(a, right);
        }
        for (int u = 0; u < k; u++) {
            w[parents[u] * d + target] += move[u] * scale[u];
        }
    }

    private static double[] pseudoInverse(double[] a, double[] right) {
        int k = right.length;
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(k, true, true);
        // Fails only on numbers that are not finite, which site data cannot hold.
        if (!eigen.decompose(DMatrixRMaj.wrap(k, k, a.clone()))) {
            throw new IllegalStateException("eigenvalues of " + k + " parents did not converge");
        }
        double[] x = new double[k];
        for (int e = 0; e < k; e++) {
            double value = eigen.getEigenvalue(e).getReal();
            if (value > SINGULAR) {
                DMatrixRMaj vector = eigen.getEigenVector(e);
                double along = 0;
                for (int u = 0; u < k; u++) {
                    along += vector.get(u) * right[u];
                }
                for (int u = 0; u < k; u++) {
                    x[u] += along / value * vector.get(u);
                }
            }
        }
        return x;
    }
}
