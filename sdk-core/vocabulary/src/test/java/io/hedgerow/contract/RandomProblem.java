// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.contract;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.solver.LocalProblem;
import java.util.Random;

/**
 * Random linear site problems: rows with correlated variables of unequal scale, a sparse W without self edges, a dense
 * β and a sparse previous solution.
 */
public record RandomProblem(OpenedMoments data, LocalProblem problem) {

    /** Static, q = d. */
    public static RandomProblem of(long seed, int d, double rho2, double lambda) {
        return of(seed, ParameterLayout.linear(d), rho2, lambda);
    }

    /** Any linear layout. */
    public static RandomProblem of(long seed, ParameterLayout layout, double rho2, double lambda) {
        Random random = new Random(seed);
        int q = layout.sliceLength();
        double[][] rows = new double[3 * q + 5][q];
        for (double[] row : rows) {
            double common = random.nextGaussian();
            for (int i = 0; i < q; i++) {
                row[i] = (0.5 + i % 3) * (random.nextGaussian() + 0.7 * common + (i > 0 ? 0.3 * row[i - 1] : 0)) + 0.2;
            }
        }
        double[] w = new double[layout.size()];
        double[] beta = new double[layout.size()];
        double[] previous = new double[layout.size()];
        for (int k = 0; k < w.length; k++) {
            boolean self = layout.isSelfEdge(k / q, k % q);
            w[k] = !self && random.nextInt(4) == 0 ? random.nextGaussian() : 0;
            beta[k] = 0.3 * random.nextGaussian();
            previous[k] = !self && random.nextInt(3) == 0 ? random.nextGaussian() : 0;
        }
        LocalProblem problem = new LocalProblem(
                layout,
                Parameters.takeOver(w),
                Parameters.takeOver(beta),
                Parameters.takeOver(previous),
                rho2,
                lambda,
                0.8,
                Centring.NONE);
        return new RandomProblem(OpenedMoments.ofRows(rows), problem);
    }

    /** The same with another ρ2. */
    public RandomProblem withRho2(double rho2) {
        return with(problem.dual(), problem.previous(), rho2, problem.centring());
    }

    /** The same with β = 0. */
    public RandomProblem withoutDual() {
        return with(Parameters.zeros(problem.layout().size()), problem.previous(), problem.rho2(), problem.centring());
    }

    /** The same with another start. */
    public RandomProblem from(Parameters previous) {
        return with(problem.dual(), previous, problem.rho2(), problem.centring());
    }

    /** The same with another centring. */
    public RandomProblem centred(Centring centring) {
        return with(problem.dual(), problem.previous(), problem.rho2(), centring);
    }

    private RandomProblem with(Parameters dual, Parameters previous, double rho2, Centring centring) {
        return new RandomProblem(
                data,
                new LocalProblem(
                        problem.layout(),
                        problem.consensus(),
                        dual,
                        previous,
                        rho2,
                        problem.lambda(),
                        problem.lossWeight(),
                        centring));
    }

    /** S, flat, row by row. */
    public double[] secondMoment() {
        return data.statistics().secondMoment(problem.centring());
    }

    /** Gradient of the smooth part at B, written out entry by entry: w·S(B − I) + β + ρ2(B − W). */
    public double[] gradient(Parameters b) {
        int q = problem.layout().sliceLength();
        double[] s = secondMoment();
        double[] g = new double[b.size()];
        for (int j = 0; j < problem.layout().targets(); j++) {
            for (int i = 0; i < q; i++) {
                int at = j * q + i;
                double sum = 0;
                for (int k = 0; k < q; k++) {
                    sum += s[i * q + k] * (b.get(j * q + k) - (k == j ? 1 : 0));
                }
                g[at] = problem.lossWeight() * sum
                        + problem.dual().get(at)
                        + problem.rho2() * (b.get(at) - problem.consensus().get(at));
            }
        }
        return g;
    }

    /** The objective of paper 002, eq. 4, without its ℓ1 term, written out from the residual moments. */
    public double smooth(Parameters b) {
        int q = problem.layout().sliceLength();
        double[] s = secondMoment();
        double value = 0;
        for (int j = 0; j < problem.layout().targets(); j++) {
            for (int i = 0; i < q; i++) {
                int at = j * q + i;
                double left = b.get(at) - (i == j ? 1 : 0);
                for (int k = 0; k < q; k++) {
                    value += 0.5 * problem.lossWeight() * left * s[i * q + k] * (b.get(j * q + k) - (k == j ? 1 : 0));
                }
                double step = b.get(at) - problem.consensus().get(at);
                value += problem.dual().get(at) * step + 0.5 * problem.rho2() * step * step;
            }
        }
        return value;
    }

    /** The objective with its ℓ1 term. */
    public double objective(Parameters b) {
        double value = smooth(b);
        for (int k = 0; k < b.size(); k++) {
            value += problem.lambda()
                    * problem.layout().l1Weight(k % problem.layout().sliceLength())
                    * Math.abs(b.get(k));
        }
        return value;
    }
}
