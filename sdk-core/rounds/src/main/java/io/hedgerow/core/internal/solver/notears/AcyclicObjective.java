// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.notears;

import io.hedgerow.core.internal.optimise.Objective;

/**
 * The augmented objective f(B) + α h(W) + ρ/2 h(W)², with W to be made acyclic; α and ρ change between minimisations.
 * Not thread-safe.
 */
public abstract class AcyclicObjective implements Objective {

    private final SupportAcyclicity acyclicity;
    double alpha;
    double rho;
    private double multiplier;
    private double[] point = new double[0];

    protected AcyclicObjective(SupportAcyclicity acyclicity) {
        this.acyclicity = acyclicity;
    }

    public final void weigh(double multiplier, double penalty) {
        alpha = multiplier;
        rho = penalty;
    }

    /** f, where h is defined, and its gradient in every entry. */
    protected abstract double withoutAcyclicity(double[] b, double[] gradient);

    final SupportAcyclicity constraint() {
        return acyclicity;
    }

    /** B evaluated last, which its owner may change. */
    final double[] point() {
        return point;
    }

    /** α + ρ h at the point evaluated last: the multiplier of h's curvature. */
    final double multiplier() {
        return multiplier;
    }

    final double acyclicity(double[] b) {
        return acyclicity.evaluate(b);
    }

    @Override
    public final double evaluate(double[] b, double[] gradient) {
        double h = acyclicity.evaluate(b);
        point = b;
        if (!Double.isFinite(h)) {
            return Double.POSITIVE_INFINITY;
        }
        double value = withoutAcyclicity(b, gradient) + alpha * h + rho / 2 * h * h;
        multiplier = alpha + rho * h;
        acyclicity.addGradient(b, multiplier, gradient);
        return value;
    }
}
