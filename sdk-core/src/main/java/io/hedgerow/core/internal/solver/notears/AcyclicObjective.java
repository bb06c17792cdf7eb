// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.notears;

import io.hedgerow.core.internal.optimise.Objective;

/**
 * The smooth part of a problem whose W is to become acyclic, f(B) + α h(W) + ρ/2 h(W)². Multiplier and penalty change
 * between minimisations. Not thread-safe.
 */
public abstract class AcyclicObjective implements Objective {

    private final SupportAcyclicity acyclicity;
    double alpha;
    double rho;

    protected AcyclicObjective(SupportAcyclicity acyclicity) {
        this.acyclicity = acyclicity;
    }

    /** Sets multiplier and penalty, α and ρ. */
    public final void weigh(double multiplier, double penalty) {
        alpha = multiplier;
        rho = penalty;
    }

    /** f, where h is defined, and its gradient in every entry. */
    protected abstract double withoutAcyclicity(double[] b, double[] gradient);

    final double acyclicity(double[] b) {
        return acyclicity.evaluate(b);
    }

    @Override
    public final double evaluate(double[] b, double[] gradient) {
        double h = acyclicity.evaluate(b);
        if (!Double.isFinite(h)) {
            return Double.POSITIVE_INFINITY;
        }
        double value = withoutAcyclicity(b, gradient) + alpha * h + rho / 2 * h * h;
        acyclicity.addGradient(b, alpha + rho * h, gradient);
        return value;
    }
}
