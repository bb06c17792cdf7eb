// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.mlp;

import io.hedgerow.core.internal.acyclicity.AcyclicityConstraint;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.solver.notears.AcyclicObjective;
import io.hedgerow.core.internal.solver.notears.AugmentedLagrangian;
import io.hedgerow.core.internal.solver.notears.SupportAcyclicity;
import io.hedgerow.core.model.Parameters;

/**
 * NOTEARS-MLP on rows in one place (Zheng, Dan, Aragam, Ravikumar and Xing 2020; paper 001, §5.2): a stationary point
 * of
 *
 * <pre>min_θ L(θ) + λ₁‖W‖₁ + λ₂/2 (‖W‖² + ‖a‖²)   subject to h(A) = 0,   A_ij = Σ_u W_jui²,   W_juj = 0</pre>
 *
 * <p>with L and θ of {@link MlpLoss} and {@link MlpShape}, by the augmented Lagrangian; {@code lambda} is λ₁ and
 * {@code ridge} λ₂. ℓ1 is that of the paper, by absolute values through a bounded split; the published code of 001 sums
 * signed weights and leaves λ₂ out. Weights are √A_ij, which show that j depends on i but neither how strongly nor with
 * which sign, and are in the inverse unit of i.
 *
 * <p>The result is a local optimum that depends on the start, and is not acyclic before a threshold is applied. Not
 * private. Thread-safe. 10 000 to 50 000 evaluations of L are usual.
 */
public record NotearsMlp(int hidden, double lambda, double ridge, long seed) {
    public NotearsMlp {
        if (!(lambda >= 0 && ridge >= 0) || !Double.isFinite(lambda + ridge)) {
            throw new IllegalArgumentException(
                    "lambda and ridge must be finite and >= 0, were " + lambda + " and " + ridge);
        }
    }

    /** Learns weights without threshold from the rows of all sites, or of one. */
    public AugmentedLagrangian.Found fit(RowBlocks rows) {
        MlpShape shape = new MlpShape(rows.variables(), hidden);
        return AugmentedLagrangian.minimise(
                new MlpObjective(new TraceExponential(), shape, rows, ridge),
                shape.start(seed),
                shape.l1(lambda),
                shape.selfEdges(),
                point -> shape.layout().edgeWeights(Parameters.takeOver(point)));
    }

    /** L(θ) + λ₂/2 (‖W‖² + ‖a‖²), the smooth part of NOTEARS-MLP. Not thread-safe. */
    static final class MlpObjective extends AcyclicObjective {

        private final MlpLoss loss;
        private final double[] ridge;

        MlpObjective(AcyclicityConstraint constraint, MlpShape shape, RowBlocks rows, double ridge) {
            super(new SupportAcyclicity(constraint, shape.variables(), shape.slice(), shape.hidden()));
            this.loss = new MlpLoss(shape, rows, 1);
            this.ridge = shape.ofWeights(ridge, ridge);
        }

        @Override
        protected double withoutAcyclicity(double[] theta, double[] gradient) {
            double value = loss.evaluate(theta, gradient);
            for (int k = 0; k < theta.length; k++) {
                value += ridge[k] / 2 * theta[k] * theta[k];
                gradient[k] += ridge[k] * theta[k];
            }
            return value;
        }
    }
}
