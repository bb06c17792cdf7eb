// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.notears;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.optimise.L1Split;
import io.hedgerow.core.internal.optimise.Objective.Minimum;
import io.hedgerow.core.internal.optimise.Objective.Preconditioner;
import io.hedgerow.core.internal.optimise.ProjectedLbfgs.LbfgsOptions;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Minimises f(B) + Σ_k λ_k |B_k| subject to h(W) = 0 as NOTEARS does (Zheng et al. 2018, algorithm 1): f + ℓ1 + α h +
 * ρ/2 h² is minimised from the last point; before α ← α + ρ h, ρ grows tenfold and the minimisation is repeated while h
 * has not fallen to a quarter. It ends when h or ρ reaches its limit.
 */
public final class AugmentedLagrangian {

    private AugmentedLagrangian() {}

    /**
     * W nearly acyclic, with small entries that a threshold should remove; h(W), above the tolerance when a limit ended
     * the run; the last ρ and α; updates of the multiplier; evaluations of loss and h.
     */
    public record Found(
            WeightMatrix weights, double acyclicity, double rho, double alpha, int outerIterations, int evaluations) {}

    /** With the usual limits; {@code weights} makes W of a point. */
    public static Found minimise(
            AcyclicObjective objective,
            double[] start,
            double[] l1,
            boolean[] fixedZeros,
            Function<double[], WeightMatrix> weights) {
        return minimise(objective, start, l1, fixedZeros, weights, NotearsOptions.defaults(), null);
    }

    static Found minimise(
            AcyclicObjective objective,
            double[] start,
            double[] l1,
            boolean[] fixedZeros,
            Function<double[], WeightMatrix> weights,
            NotearsOptions options,
            @Nullable Preconditioner estimate) {
        L1Split minimiser = new L1Split();
        objective.alpha = 0;
        objective.rho = 1;
        double[] point = start;
        double h = Double.POSITIVE_INFINITY;
        int evaluations = 0;
        int outer = 0;
        while (outer < options.maxOuterIterations()) {
            Minimum found;
            double next;
            while (true) {
                found = minimiser.minimise(objective, point, l1, fixedZeros, options.inner(), estimate);
                evaluations += found.evaluations();
                next = objective.acyclicity(found.point());
                if (next <= 0.25 * h || objective.rho >= options.maxPenalty()) {
                    break;
                }
                objective.rho *= 10;
            }
            point = found.point();
            h = next;
            objective.alpha += objective.rho * h;
            outer++;
            if (h <= options.acyclicityTolerance() || objective.rho >= options.maxPenalty()) {
                break;
            }
        }
        return new Found(weights.apply(point), h, objective.rho, objective.alpha, outer, evaluations);
    }

    /** The limits: of h, {@code acyclicityTolerance}; of ρ; and of updates of the multiplier. */
    record NotearsOptions(double acyclicityTolerance, double maxPenalty, int maxOuterIterations, LbfgsOptions inner) {
        public NotearsOptions {
            if (!(acyclicityTolerance >= 0) || !(maxPenalty > 0) || maxOuterIterations < 1) {
                throw new IllegalArgumentException(
                        "acyclicityTolerance must be >= 0, maxPenalty > 0 and maxOuterIterations at least 1, were "
                                + acyclicityTolerance + ", " + maxPenalty + ", " + maxOuterIterations);
            }
        }

        /** The published settings: h ≤ 1e-8, ρ &lt; 1e16, 100 multiplier updates. */
        public static NotearsOptions defaults() {
            return new NotearsOptions(1e-8, 1e16, 100, LbfgsOptions.defaults());
        }
    }
}
