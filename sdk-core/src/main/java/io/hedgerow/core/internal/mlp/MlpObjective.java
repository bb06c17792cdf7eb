// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.mlp;

import io.hedgerow.core.internal.acyclicity.AcyclicityConstraint;
import io.hedgerow.core.internal.solver.notears.AcyclicObjective;
import io.hedgerow.core.internal.solver.notears.SupportAcyclicity;

/** L(θ) + λ₂/2 (‖W‖² + ‖a‖²), the smooth part of NOTEARS-MLP. Not thread-safe. */
final class MlpObjective extends AcyclicObjective {

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
