// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * How much of variables the weights of their parents leave unexplained, on rows that the weights were not fitted to:
 *
 * <pre>e = 1/|T| Σ_{j∈T} [Σ_r (y_rj − Σ_i W[i, j] y_ri)²] / [Σ_r y_rj²],  y = x − m</pre>
 *
 * <p>with T the variables that have a parent, r the rows held out, and m the means of the rows that were fitted. A
 * variable that never varies in them is left out. 0 is perfect, 1 what the means alone reach, and more is worse than
 * without any parent. The measure of paper 002, B.2.2 is another one, the error of the weights themselves
 * ({@code WeightMetrics}), for which the site's own truth must be known.
 *
 * <p>Several pairs of fitted and held-out rows, as in cross-validation, add up under the sums over r. Not private. Not
 * thread-safe.
 */
public final class UnexplainedShare {

    private final WeightMatrix structure;
    private final double[] left;
    private final double[] all;

    public UnexplainedShare(WeightMatrix structure) {
        this.structure = structure;
        this.left = new double[structure.variables()];
        this.all = new double[structure.variables()];
    }

    /**
     * Adds what weights, W: [d, d], leave of some rows, from which the means of the fitted ones are subtracted. Edges
     * that the structure lacks do not count.
     */
    public UnexplainedShare add(WeightMatrix weights, SufficientStatistics fitted, SufficientStatistics heldOut) {
        int d = structure.variables();
        double[] s = heldOut.secondMoment(Centring.LOCAL_MEAN);
        double[] moved = IntStream.range(0, d)
                .mapToDouble(j -> heldOut.mean(j) - fitted.mean(j))
                .toArray();
        for (int k = 0; k < s.length; k++) {
            s[k] += moved[k / d] * moved[k % d];
        }
        for (int j = 0; j < d; j++) {
            int[] parents = parents(j);
            double residual = s[j * d + j];
            for (int i : parents) {
                double explained = -2 * s[i * d + j];
                for (int k : parents) {
                    explained += s[i * d + k] * weights.get(k, j);
                }
                residual += weights.get(i, j) * explained;
            }
            // round-off may leave less than nothing
            left[j] += heldOut.rows() * Math.max(0, residual);
            all[j] += heldOut.rows() * s[j * d + j];
        }
        return this;
    }

    private int[] parents(int variable) {
        return IntStream.range(0, structure.variables())
                .filter(i -> structure.hasEdge(i, variable))
                .toArray();
    }

    /** The share, or empty where no variable that varies has a parent. */
    public OptionalDouble value() {
        return IntStream.range(0, structure.variables())
                .filter(j -> parents(j).length > 0 && all[j] > 0)
                .mapToDouble(j -> left[j] / all[j])
                .average();
    }
}
