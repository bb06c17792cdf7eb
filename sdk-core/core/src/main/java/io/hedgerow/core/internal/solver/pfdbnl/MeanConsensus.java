// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.pfdbnl;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.solver.GlobalProblem;
import io.hedgerow.core.solver.GlobalSolution;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.study.Study.AdmmSettings;

/**
 * The coordinator's step of personal networks (paper 004, eq. 12 and 13): the consensus minimises the squared distances
 * alone, as V, and the multiplier grows by the mean of the sites' h: (W, A) = V, α ← α + ρ1 · (1/K) Σ_k h(W_k). V is
 * the mean of the sites' last updates, for any ρ2 and duals of the loop: with W = V the loop's Σβ is 0 after every
 * round in which all sites are, because Σβ + ρ2(ΣB − K V) = 0. A site sends its W̃_k + β_k/ρ2, with the β_k of the
 * paper, which it keeps to itself ({@link PersonalSolver}). The global W need not be acyclic. Stateless; not private:
 * it sees what the round revealed.
 */
public final class MeanConsensus implements GlobalSolver {

    public MeanConsensus() {}

    @Override
    public String id() {
        return "mean";
    }

    @Override
    public GlobalSolution solve(GlobalProblem problem) {
        double[] mean = problem.centre().toArray();
        // rounding may leave a sum of h just below 0
        double h = Math.max(0, mean[PersonalLayout.acyclicity(problem.layout())]);
        double alpha = Math.min(problem.alpha() + problem.rho1() * h, AdmmSettings.ALPHA_CAP);
        mean[PersonalLayout.multiplier(problem.layout())] = PersonalLayout.sent(alpha);
        return new GlobalSolution(Parameters.takeOver(mean), h, 0);
    }
}
