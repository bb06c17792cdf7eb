// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import io.hedgerow.core.internal.acyclicity.AcyclicityConstraint;
import io.hedgerow.core.internal.optimise.Objective;
import io.hedgerow.core.internal.optimise.Objective.Preconditioner;

/**
 * The coordinator's subproblem in the sizes y_e of the edges that lie on cycles, f(y) = α h + ρ1/2 h² + c/2 ‖y − S‖²
 * with h = h(A), A_e = y_e².
 *
 * <p>With G = ∂h/∂A and m = α + ρ1 h: ∇f = c (y − S) + 2 m G∘y. As Hessian estimate it gives diag(c + 2 m G) + ρ1 ∇h
 * ∇hᵀ with ∇h = 2 G∘y, which leaves out only m·4 y_e y_f ∂²h/∂A_e ∂A_f: small near a solution, where every cycle has an
 * edge of size about cS/(2mG). The diagonal alone spans from c to 2mG, up to 16 decimal digits late in a run, which is
 * why the estimate is worth its O(m) per step.
 *
 * <p>Far from a solution a step with this estimate is W_k = s_k c / (c + 2mG): it shrinks every edge of every cycle at
 * once, and ends in worse minima than plain descent does. A stationary point has c yᵀ(S − y) = 2m Σ G_e A_e, so the
 * estimate is not offered while 2m Σ G_e A_e &gt; c ‖S‖².
 */
final class CyclicEdges implements Objective, Preconditioner {

    private final AcyclicityConstraint.Evaluator constraint;
    private final double[] size;
    private final double curvature;
    private final double alpha;
    private final double rho1;
    private final double[] squared;
    private final double[] slope;
    private final double[] inverseDiagonal;
    private final double[] acyclicityGradient;
    private final double[] y;
    private final double[] stiff;
    private double trialAcyclicity;
    private double acyclicity;

    CyclicEdges(AcyclicityConstraint.Evaluator constraint, double[] size, double curvature, double alpha, double rho1) {
        this.constraint = constraint;
        this.size = size;
        this.curvature = curvature;
        this.alpha = alpha;
        this.rho1 = rho1;
        int m = size.length;
        this.squared = new double[m];
        this.slope = new double[m];
        this.inverseDiagonal = new double[m];
        this.acyclicityGradient = new double[m];
        this.y = new double[m];
        this.stiff = new double[m];
    }

    @Override
    public double evaluate(double[] x, double[] gradient) {
        for (int e = 0; e < x.length; e++) {
            y[e] = x[e];
            squared[e] = x[e] * x[e];
        }
        double h = constraint.evaluate(squared, slope);
        trialAcyclicity = h;
        if (!Double.isFinite(h)) {
            return Double.POSITIVE_INFINITY;
        }
        double multiplier = 2 * (alpha + rho1 * h);
        double distance = 0;
        for (int e = 0; e < x.length; e++) {
            double away = x[e] - size[e];
            distance += away * away;
            gradient[e] = curvature * away + multiplier * slope[e] * x[e];
        }
        return alpha * h + rho1 / 2 * h * h + curvature / 2 * distance;
    }

    @Override
    public boolean accepted() {
        acyclicity = trialAcyclicity;
        double multiplier = 2 * (alpha + rho1 * acyclicity);
        double pressure = 0;
        double slack = 0;
        for (int e = 0; e < size.length; e++) {
            inverseDiagonal[e] = 1 / (curvature + multiplier * slope[e]);
            acyclicityGradient[e] = 2 * slope[e] * y[e];
            pressure += multiplier * slope[e] * squared[e];
            slack += curvature * size[e] * size[e];
        }
        return pressure <= slack;
    }

    /** Sherman and Morrison (1950) for a diagonal and one outer product. */
    @Override
    public void solve(double[] vector, double[] mask) {
        double along = 0;
        double stiffness = 0;
        for (int e = 0; e < size.length; e++) {
            stiff[e] = inverseDiagonal[e] * acyclicityGradient[e] * mask[e];
            along += stiff[e] * vector[e];
            stiffness += stiff[e] * acyclicityGradient[e];
        }
        double correction = rho1 * along / (1 + rho1 * stiffness);
        for (int e = 0; e < size.length; e++) {
            vector[e] = vector[e] * inverseDiagonal[e] - correction * stiff[e];
        }
    }

    /** h at the point accepted last. */
    double acyclicity() {
        return acyclicity;
    }
}
