// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Runs a private greedy solver under the worst coordinator for the worst record: two variables, two candidate edges,
 * rows of zeros and one canary (H, ±H) whose clipped entries are all −c or all +c.
 *
 * <p>The coordinator sends W = B, so that the quadratic term vanishes, and drives β to ±A units of an entry: with A at
 * (1, 0) and −A at (0, 1) the canary raises one score by what it lowers the other, the full sensitivity. A is a
 * thousand times the noise, so each round's change of B shows how often each entry was selected, and the rest of it is
 * the canary with noise. β changes its sign from round to round to keep B near 0, where the canary's residual has the
 * sign of the record.
 *
 * <p>Symbols: A, c, β, ρ2, m, M as in {@link io.hedgerow.dp.internal.greedy.DpProximalGreedySolver}; λ = 0, γ = 1. One
 * unit of variable i is the sensitivity of its gradient entries, 2c_i/n or, where neighbours are zeros, c_i/n.
 * Statistic of a run: Σ over rounds of gain(net selections, Σ noisy entries). Every run has a solver of its own. Not
 * thread-safe.
 */
final class GreedyRun {

    /** The canary's cells; its products are far beyond every clipping bound. */
    static final double HEIGHT = 1e12;

    static final ParameterLayout LAYOUT = ParameterLayout.linear(2);

    private static final double OVER_NOISE = 1000;
    /** Flat indices of the two edges, and the variables that they come from. */
    private static final int FIRST = 1;

    private static final int SECOND = 2;

    /** The log of the likelihood ratio of the output of one round, up to a constant. */
    interface Gain {

        /**
         * The gain of one round: how often the entry was selected that the canary raises, less how often the other; and
         * the sum of the noisy data terms of the gradient, in units.
         */
        double of(double selected, double entries);
    }

    /**
     * The choices of a worst-case coordinator.
     *
     * @param rho2 ρ2
     * @param moments m of both variables, or anything far below ρ2
     */
    @SuppressWarnings("ArrayRecordComponent") // two numbers that are not compared
    record Terms(double rho2, double... moments) {
        double curvature(int variable) {
            return moments[variable] + rho2;
        }
    }

    private final Supplier<PlannedSolver> solvers;
    private final DataView view;
    private final int rounds;
    private final Terms terms;
    private final double push;
    private final double[] unit;
    private final Gain gain;

    /** Runs on one data set; {@code noise} is the largest of an entry, in units. */
    GreedyRun(
            Supplier<PlannedSolver> solvers,
            GreedyOptions options,
            Terms terms,
            DataView view,
            int rounds,
            double noise,
            Gain gain) {
        this.solvers = solvers;
        this.terms = terms;
        this.view = view;
        this.rounds = rounds;
        this.unit = new double[] {unit(options, terms, 0), unit(options, terms, 1)};
        this.push = OVER_NOISE * noise;
        this.gain = gain;
    }

    static double unit(GreedyOptions options, Terms terms, int variable) {
        int moves = options.units().adjacency() == Adjacency.REPLACE_ONE ? 2 : 1;
        return moves
                * options.steps().clipFactor()
                * Math.sqrt(terms.curvature(variable))
                / options.units().divisor();
    }

    double statistic() {
        return statistic(0);
    }

    /** One run in which the first edge is pushed 2^lead times as far as the second. */
    double statistic(double lead) {
        PlannedSolver solver = solvers.get();
        double firstPush = push * Math.pow(2, lead / 2);
        double secondPush = push * Math.pow(2, -lead / 2);
        Parameters b = Parameters.zeros(LAYOUT.size());
        double statistic = 0;
        for (int t = 0; t < rounds; t++) {
            int sign = t % 2 == 0 ? 1 : -1;
            double up = sign * firstPush;
            double down = -sign * secondPush;
            double[] dual = new double[LAYOUT.size()];
            dual[FIRST] = up * unit[1];
            dual[SECOND] = down * unit[0];
            solver.plan(new Task("audit", t, terms.rho2(), Payload.empty(), Set.of()));
            Parameters next =
                    solver.solve(problem(terms, LAYOUT, b, dual), view).parameters();
            double first = -terms.curvature(1) * (next.get(FIRST) - b.get(FIRST)) / unit[1];
            double second = -terms.curvature(0) * (next.get(SECOND) - b.get(SECOND)) / unit[0];
            double timesFirst = Math.rint(first / up);
            double timesSecond = Math.rint(second / down);
            double entries = first - timesFirst * up + second - timesSecond * down;
            // entries of +c raise |A + entry| where the push is positive
            statistic += gain.of(sign * (timesFirst - timesSecond), entries);
            b = next;
        }
        return statistic;
    }

    static LocalProblem problem(Terms terms, ParameterLayout layout, Parameters b, double[] dual) {
        return new LocalProblem(layout, b, Parameters.takeOver(dual), b, terms.rho2(), 0, 1, Centring.NONE);
    }
}
