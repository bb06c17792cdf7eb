// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.mlp;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.solver.GlobalProblem;
import io.hedgerow.core.solver.GlobalSolution;
import io.hedgerow.core.solver.GlobalSolver;

/**
 * The coordinator's part of NOTEARS-MLP-ADMM (paper 001, eq. 5 with §5.2): its subproblem with a ridge,
 *
 * <pre>min_θ  λ₁‖W‖₁ + λ₂/2 (‖W‖² + ‖a‖²) + α h(A) + ρ1/2 h(A)² + c/2 ‖θ − V‖²</pre>
 *
 * <p>For a parameter with the ridge, λ₂/2 x² + c/2 (x − V)² = (c + λ₂)/2 (x − c V/(c + λ₂))² + constant, so with V so
 * shrunk and curvature c + λ₂ it is the problem without a ridge, which another solver solves; a bias keeps V, which
 * solves it for any curvature. It needs only Σ(ρ2 θ_k + β_k) of the sites. λ₂ is a multiple of λ₁, which the loop
 * lowers with the losses of a round where sites are absent. Not private: it sees what the round revealed. As
 * thread-safe as the other solver.
 */
public final class RidgeConsensus implements GlobalSolver {

    private final MlpShape shape;
    private final double ratio;
    private final GlobalSolver withoutRidge;

    /** Makes a solver with λ₂ / λ₁, finite and at least 0, and a solver of the same problem for λ₂ = 0. */
    public RidgeConsensus(MlpShape shape, double ratio, GlobalSolver withoutRidge) {
        this.shape = shape;
        this.ratio = ratio;
        this.withoutRidge = withoutRidge;
        if (!(ratio >= 0) || ratio == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("ridge must be finite and >= 0, was " + ratio + " times lambda");
        }
    }

    @Override
    public String id() {
        return withoutRidge.id() + "/ridge";
    }

    @Override
    public GlobalSolution solve(GlobalProblem problem) {
        double c = problem.curvature();
        double ridge = ratio * problem.lambda();
        double[] kept = shape.ofWeights(c / (c + ridge), c / (c + ridge));
        double[] centre = problem.centre().toArray();
        for (int k = 0; k < centre.length; k++) {
            centre[k] *= kept[k] > 0 ? kept[k] : 1;
        }
        return withoutRidge.solve(new GlobalProblem(
                problem.layout(),
                Parameters.takeOver(centre),
                c + ridge,
                problem.alpha(),
                problem.rho1(),
                problem.lambda(),
                problem.start()));
    }
}
