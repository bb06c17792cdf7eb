// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.mlp;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.internal.optimise.L1Split;
import io.hedgerow.core.internal.optimise.Objective.Minimum;
import io.hedgerow.core.internal.optimise.Objective.Minimum.StopReason;
import io.hedgerow.core.internal.optimise.ProjectedLbfgs.LbfgsOptions;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;

/**
 * A site's part of NOTEARS-MLP-ADMM (paper 001, eq. 6 with §5.2): a local minimum, by L-BFGS from the last θ_k, of
 *
 * <pre>w L_k(θ) + ⟨β_k, θ − θ̄⟩ + ρ2/2 ‖θ − θ̄‖²,   W_juj = 0</pre>
 *
 * <p>over all parameters, biases too. A site that has no θ_k yet begins at the consensus; where that is still all
 * zeros, at which hidden units would stay alike, at a common start that follows from the study, so that they mean the
 * same at all sites.
 *
 * <p>ℓ1 and ridge are the coordinator's; a λ of sites is not read. Reads the rows once in every round and holds them
 * while it computes. <b>Not private:</b> θ_k is an exact function of rows. Not thread-safe.
 */
public final class MlpSolver implements LocalSolver {

    private final MlpShape shape;
    private final long seed;
    private final LbfgsOptions search;

    private final double unit;

    /** Makes a solver with the seed of the common start and at least one evaluation in a round. */
    public MlpSolver(MlpShape shape, long seed, int evaluations) {
        this(shape, seed, LbfgsOptions.defaults().withMaxEvaluations(evaluations), 1);
    }

    private MlpSolver(MlpShape shape, long seed, LbfgsOptions search, double unit) {
        this.shape = shape;
        this.seed = seed;
        this.search = search;
        this.unit = unit;
    }

    /** The same of rows that are divided by a unit above 0, at every site the same. */
    public MlpSolver inUnitsOf(double deviation) {
        return new MlpSolver(shape, seed, search, deviation);
    }

    @Override
    public String id() {
        return "mlp-" + shape.hidden();
    }

    @Override
    public MechanismEvent plan(Task task) {
        return new MechanismEvent.NonPrivate("neural networks fitted to rows: their parameters reveal them");
    }

    /** {@inheritDoc} Refuses data without rows, or of another layout. */
    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        if (!problem.layout().equals(shape.layout())) {
            throw new IllegalArgumentException(
                    "the study must have the layout of " + shape + ", has " + problem.layout());
        }
        double[] consensus = begun(problem.consensus(), shape.start(seed));
        double[] start = begun(problem.previous(), consensus);
        double[] dual = problem.dual().toArray();
        MlpLoss loss = new MlpLoss(shape, RowBlocks.of(view, problem.centring(), unit), problem.lossWeight());
        Minimum found = new L1Split()
                .minimise(
                        (theta, gradient) -> {
                            double value = loss.evaluate(theta, gradient);
                            for (int k = 0; k < theta.length; k++) {
                                double away = theta[k] - consensus[k];
                                value += dual[k] * away + problem.rho2() / 2 * away * away;
                                gradient[k] += dual[k] + problem.rho2() * away;
                            }
                            return value;
                        },
                        start,
                        new double[start.length],
                        shape.selfEdges(),
                        search);
        return new LocalSolution(
                Parameters.takeOver(found.point()), found.iterations(), found.reason() != StopReason.MAX_EVALUATIONS);
    }

    private static double[] begun(Parameters vector, double[] otherwise) {
        return vector.nonZeros() > 0 ? vector.toArray() : otherwise;
    }
}
