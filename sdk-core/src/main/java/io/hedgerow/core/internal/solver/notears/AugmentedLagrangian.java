// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.notears;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.optimise.L1Split;
import io.hedgerow.core.internal.optimise.Minimum;

/**
 * Minimises f(B) + Σ_k λ_k |B_k| subject to h(W) = 0 as NOTEARS does (Zheng et al. 2018, algorithm 1): f + ℓ1 + α h +
 * ρ/2 h² is minimised from the last point; before α ← α + ρ h, ρ grows tenfold and the minimisation is repeated while h
 * has not fallen to a quarter. It ends when h or ρ reaches its limit.
 */
public final class AugmentedLagrangian {

    private AugmentedLagrangian() {}

    @SuppressWarnings("ArrayRecordComponent") // a result handed over once; compared nowhere
    public record Found(double[] point, double acyclicity, double rho, double alpha, int outer, int evaluations) {

        /** The same with other weights. */
        public NotearsResult of(WeightMatrix weights) {
            return new NotearsResult(weights, acyclicity, rho, alpha, outer, evaluations);
        }
    }

    public static Found minimise(AcyclicObjective objective, double[] start, double[] l1, boolean[] fixedZeros) {
        return minimise(objective, start, l1, fixedZeros, NotearsOptions.defaults());
    }

    static Found minimise(
            AcyclicObjective objective, double[] start, double[] l1, boolean[] fixedZeros, NotearsOptions options) {
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
                found = minimiser.minimise(objective, point, l1, fixedZeros, options.inner());
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
        return new Found(point, h, objective.rho, objective.alpha, outer, evaluations);
    }
}
