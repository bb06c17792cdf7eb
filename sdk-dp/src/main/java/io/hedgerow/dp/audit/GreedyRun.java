package io.hedgerow.dp.audit;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Centring;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.spi.LocalProblem;
import io.hedgerow.core.spi.LocalSolver;
import io.hedgerow.dp.solver.GreedyOptions;

/**
 * A whole run of a private greedy solver under the worst coordinator for the worst record: two variables, two candidate
 * edges, rows of zeros and one canary (H, ±H) whose clipped entries are all −c or all +c.
 *
 * <p>The coordinator sends W = B, so that the quadratic term vanishes, and drives β to ±A: with A at (1, 0) and −A at (0, 1)
 * the canary raises one score by what it lowers the other, the full sensitivity. A is a thousand times the noise, so each
 * round's change of B tells how often each entry was selected, and the rest of it is the canary with noise. β changes its
 * sign from round to round to keep B near 0, where the canary's residual has the sign of the record.
 *
 * <p>Symbols: A, c, β, ρ2, M as in {@link io.hedgerow.dp.solver.DpProximalGreedySolver}; m_i = 1, λ = 0, γ = 1. One unit is
 * the sensitivity of a gradient entry, 2c/n or, where neighbours are zeros, c/n. Statistic of a run: Σ over rounds of gain(net selections, Σ noisy entries).
 * Not thread-safe.
 */
final class GreedyRun {

    /** The canary's cells; its products are far beyond every clipping bound. */
    static final double HEIGHT = 1e3;

    /** κ, so small that B stays near 0 whatever the noise. */
    static final double CLIP_FACTOR = 1e-7;

    static final ParameterLayout LAYOUT = ParameterLayout.linear(2);

    private static final double RHO2 = 1e-7;
    private static final double OVER_NOISE = 1000;
    private static final int FIRST = 1;
    private static final int SECOND = 2;

    /** The log of the likelihood ratio of what one round shows, up to a constant. */
    interface Gain {

        /**
         * Of one round.
         *
         * @param selected how often the entry was selected that the canary raises, less how often the other
         * @param entries sum of the noisy data terms of the gradient, in units
         */
        double of(double selected, double entries);
    }

    private final LocalSolver solver;
    private final DataView view;
    private final int rounds;
    private final double push;
    private final double unit;
    private final Gain gain;

    /**
     * Runs of one solver on one data set; the solver starts every run anew from the B that it is given.
     *
     * @param noise largest noise of an entry, in units
     */
    GreedyRun(LocalSolver solver, GreedyOptions options, DataView view, int rounds, double noise, Gain gain) {
        this.solver = solver;
        this.view = view;
        this.rounds = rounds;
        int moves = options.units().adjacency() == Adjacency.REPLACE_ONE ? 2 : 1;
        this.unit = moves * CLIP_FACTOR * Math.sqrt(1 + RHO2) / options.units().divisor();
        this.push = OVER_NOISE * noise * unit;
        this.gain = gain;
    }

    /** One run. */
    double statistic() {
        Parameters b = Parameters.zeros(LAYOUT.size());
        double statistic = 0;
        for (int t = 0; t < rounds; t++) {
            double a = t % 2 == 0 ? push : -push;
            Parameters next = solver.solve(problem(b, a), view).parameters();
            double first = -(1 + RHO2) * (next.get(FIRST) - b.get(FIRST));
            double second = -(1 + RHO2) * (next.get(SECOND) - b.get(SECOND));
            double timesFirst = Math.rint(first / a);
            double timesSecond = Math.rint(-second / a);
            double entries = (first - timesFirst * a + second + timesSecond * a) / unit;
            // entries of +c raise |A + entry| where the push is positive
            double raised = t % 2 == 0 ? timesFirst - timesSecond : timesSecond - timesFirst;
            statistic += gain.of(raised, entries);
            b = next;
        }
        return statistic;
    }

    private static LocalProblem problem(Parameters b, double push) {
        double[] dual = new double[LAYOUT.size()];
        dual[FIRST] = push;
        dual[SECOND] = -push;
        return new LocalProblem(LAYOUT, b, Parameters.takeOver(dual), b, RHO2, 0, 1, Centring.NONE);
    }
}
