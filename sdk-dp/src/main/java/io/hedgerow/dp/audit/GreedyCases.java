package io.hedgerow.dp.audit;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.solver.DpProximalGreedySolver;
import io.hedgerow.dp.solver.GreedyCost;
import io.hedgerow.dp.solver.GreedyOptions;
import io.hedgerow.dp.solver.GreedyShares;
import io.hedgerow.dp.solver.GreedySteps;
import io.hedgerow.dp.solver.LaplaceProximalGreedySolver;
import io.hedgerow.dp.solver.PlannedSolver;
import io.hedgerow.dp.solver.ProtectedUnits;
import io.hedgerow.dp.solver.RowCentre;
import io.hedgerow.dp.solver.Smoothness;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * Whole runs of the private greedy solvers, all rounds and steps, seen by a coordinator who chose every task ({@link
 * GreedyRun}). The claim is the solver's own plan. Stateless; each case is for one thread.
 */
public final class GreedyCases {

    private static final int ROWS = 10;

    private GreedyCases() {}

    /**
     * Greedy descent with the exponential mechanism and Gaussian noise.
     *
     * @param rounds T; at least 1
     * @param steps K in each round; at least 1
     * @param mu what all steps cost together, selections counted as Gaussian calls of ε0 / 2; half of μ² goes to each kind
     * @param delta δ of the report
     * @return the case
     */
    public static AuditCase dpPgcd(int rounds, int steps, double mu, double delta) {
        return dpPgcd(rounds, steps, cost(rounds, steps, mu), delta);
    }

    static GreedyCost cost(int rounds, int steps, double mu) {
        GreedyCost unit = new GreedyShares(0.5, 0, 0).step((long) rounds * steps);
        return new GreedyCost(unit.selectionRange() * mu, unit.mu() * mu);
    }

    static AuditCase dpPgcd(int rounds, int steps, GreedyCost cost, double delta) {
        GreedyOptions options = options(steps, cost);
        DpProximalGreedySolver solver = new DpProximalGreedySolver(options);
        // two normal laws with means ±1/2 and standard deviation 1/μ; a choice of two at odds e^(±ε0/2)
        GreedyRun.Gain gain =
                (selected, entries) -> entries * cost.mu() * cost.mu() + selected * 0.5 * cost.selectionRange();
        return aCase("dp-pgcd", solver, options, rounds, Math.sqrt(steps) / cost.mu(), gain, delta);
    }

    /**
     * Greedy descent with Laplace noise on scores and on the update, one step in each round.
     *
     * @param rounds T; at least 1
     * @param epsilon ε of the whole run
     * @return the case, at δ = 0
     */
    public static AuditCase dpPgcdLaplace(int rounds, double epsilon) {
        double each = 0.5 * epsilon / rounds;
        GreedyOptions options = options(1, new GreedyCost(each, each));
        LaplaceProximalGreedySolver solver = new LaplaceProximalGreedySolver(options);
        double scale = 1 / each;
        // the larger of two scores that differ by 1 wins with this probability under noise of 2/ε0
        double wins = 1 - 0.5 * Math.exp(-0.5 * each) * (1 + 0.25 * each);
        double odds = Math.log(wins / (1 - wins));
        GreedyRun.Gain gain =
                (selected, entries) -> (Math.abs(entries + 0.5) - Math.abs(entries - 0.5)) / scale + selected * odds;
        // exponential tails: 20 scales are exceeded once in 10⁹ draws
        return aCase("dp-pgcd-laplace", solver, options, rounds, 20 * scale, gain, 0);
    }

    private static AuditCase aCase(
            String name,
            PlannedSolver solver,
            GreedyOptions options,
            int rounds,
            double noise,
            GreedyRun.Gain gain,
            double delta) {
        MechanismEvent plan = new MechanismEvent.Sequence(solver.roundPlan(rounds));
        return new AuditCase(
                name,
                plan,
                delta,
                run(solver, options, rounds, noise, gain, plan, -GreedyRun.HEIGHT),
                run(solver, options, rounds, noise, gain, plan, GreedyRun.HEIGHT));
    }

    private static DoubleSupplier run(
            PlannedSolver solver,
            GreedyOptions options,
            int rounds,
            double noise,
            GreedyRun.Gain gain,
            MechanismEvent plan,
            double height) {
        // −x_i r_j is +H² for (H, −H) and −H² for (H, H)
        DataView view = AuditedRows.open(ROWS, new double[] {GreedyRun.HEIGHT, height}, plan);
        return new GreedyRun(solver, options, view, rounds, noise, gain)::statistic;
    }

    private static GreedyOptions options(int steps, GreedyCost cost) {
        return new GreedyOptions(
                ProtectedUnits.records(Adjacency.REPLACE_ONE, ROWS),
                new GreedySteps(steps, 1, GreedyRun.CLIP_FACTOR, Diagonal.MASKED),
                cost,
                new Smoothness.PublicMoments(List.of(1.0)),
                new RowCentre.Origin());
    }
}
