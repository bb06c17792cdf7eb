// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.greedy.settings.Smoothness;
import java.util.List;

/**
 * Lets sites use the mean of all sites' private second moments (paper 002, the remark of A.3): M_j = w·m_j + ρ2 with
 * {@code m_j = 1/P Σ_p m̃_pj}. Each site sends m̃_pj, as it was released to it in round 0, behind the weights of target
 * j; this parameter carries no edge and no penalty, so the consensus on it is the mean, whatever protects the sum.
 * Round 0 itself has the site's own moments.
 *
 * <p>This holds for sums over all sites only, and {@code mean-smoothness} refuses a smaller quorum. A site never moves
 * from m̃_p, so its dual over ρ2 grows by m̃_p less the consensus in every round. Over all sites these sum to 0; over
 * the sites S of a round, k rounds after the first, the consensus would be mean_S(m̃) + k (mean_S(m̃) − m̄).
 *
 * <p>Costs nothing beyond the release: what is sent and what is told are functions of released values. The consensus is
 * cut to the public range of moments, also where a dishonest coordinator sends it.
 *
 * @param range of the moments
 */
public record SharedMoments(Smoothness.PrivateMoments range) {

    /** W and a moment of each variable. */
    public static ParameterLayout layout(int variables) {
        return ParameterLayout.of(
                variables,
                List.of(new ParameterLayout.Block("W", variables, 1, 1), new ParameterLayout.Block("m", 1, 0, 0)));
    }

    /** The problem of the weights. */
    LocalProblem linear(LocalProblem problem) {
        int d = problem.layout().targets();
        return new LocalProblem(
                ParameterLayout.linear(d),
                weights(problem.consensus(), d),
                weights(problem.dual(), d),
                weights(problem.previous(), d),
                problem.rho2(),
                problem.lambda(),
                problem.lossWeight(),
                problem.centring());
    }

    private static Parameters weights(Parameters all, int d) {
        double[] weights = new double[d * d];
        for (int j = 0; j < d; j++) {
            all.copyTo(j * (d + 1), weights, j * d, d);
        }
        return Parameters.takeOver(weights);
    }

    /** The moments that all sites use: the consensus, or the own ones before there is one. */
    double[] told(LocalProblem problem, double[] own) {
        double[] moments = own.clone();
        for (int j = 0; j < moments.length; j++) {
            moments[j] = range.told(problem.consensus().get(j * (own.length + 1) + own.length), own[j]);
        }
        return moments;
    }

    /** The weights, and behind each slice of them the own moment. */
    double[] with(double[] weights, double[] own) {
        int d = own.length;
        double[] all = new double[d * (d + 1)];
        for (int j = 0; j < d; j++) {
            System.arraycopy(weights, j * d, all, j * (d + 1), d);
            all[j * (d + 1) + d] = own[j];
        }
        return all;
    }
}
