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
import io.hedgerow.dp.solver.RowCentre;
import io.hedgerow.dp.solver.Smoothness;
import java.util.Arrays;
import java.util.List;

/**
 * Whole runs of the private greedy solvers, all rounds and steps, seen by a coordinator who chose every task ({@link
 * GreedyRun}). The claim is the solver's own plan. Stateless; each case is for one thread.
 */
public final class GreedyCases {

    private static final int UNITS = 10;
    private static final AuditedRows RECORDS = AuditedRows.records(UNITS);

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
        return dpPgcd("dp-pgcd", RECORDS, rounds, steps, cost(rounds, steps, mu), delta);
    }

    /**
     * The same where neighbours are a row and zeros in its place: every sum moves by half as much, under half the noise.
     *
     * @param rounds T; at least 1
     * @param steps K in each round; at least 1
     * @param mu what all steps cost together
     * @param delta δ of the report
     * @return the case
     */
    public static AuditCase dpPgcdZeroOut(int rounds, int steps, double mu, double delta) {
        return dpPgcd("dp-pgcd-zero-out", AuditedRows.zeroOut(UNITS), rounds, steps, cost(rounds, steps, mu), delta);
    }

    /**
     * The same where persons are protected and the canary has three rows, which together may move a sum as far as one row.
     *
     * @param rounds T; at least 1
     * @param steps K in each round; at least 1
     * @param mu what all steps cost together
     * @param delta δ of the report
     * @return the case
     */
    public static AuditCase dpPgcdPersons(int rounds, int steps, double mu, double delta) {
        return dpPgcd("dp-pgcd-persons", AuditedRows.persons(UNITS), rounds, steps, cost(rounds, steps, mu), delta);
    }

    static GreedyCost cost(int rounds, int steps, double mu) {
        GreedyCost unit = new GreedyShares(0.5, 0, 0).step((long) rounds * steps);
        return new GreedyCost(unit.selectionRange() * mu, unit.mu() * mu);
    }

    static AuditCase dpPgcd(int rounds, int steps, GreedyCost cost, double delta) {
        return dpPgcd("dp-pgcd", RECORDS, rounds, steps, cost, delta);
    }

    static AuditCase dpPgcd(String name, AuditedRows rows, int rounds, int steps, GreedyCost cost, double delta) {
        GreedyOptions options = options(rows, steps, cost);
        DpProximalGreedySolver solver = new DpProximalGreedySolver(options);
        // two normal laws with means ±1/2 and standard deviation 1/μ; a choice of two at odds e^(±ε0/2)
        GreedyRun.Gain gain =
                (selected, entries) -> entries * cost.mu() * cost.mu() + selected * 0.5 * cost.selectionRange();
        return aCase(name, rows, solver, options, rounds, Math.sqrt(steps) / cost.mu(), gain, delta);
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
        GreedyOptions options = options(RECORDS, 1, new GreedyCost(each, each));
        LaplaceProximalGreedySolver solver = new LaplaceProximalGreedySolver(options);
        double scale = 1 / each;
        // the larger of two scores that differ by 1 wins with this probability under noise of 2/ε0
        double wins = 1 - 0.5 * Math.exp(-0.5 * each) * (1 + 0.25 * each);
        double odds = Math.log(wins / (1 - wins));
        GreedyRun.Gain gain =
                (selected, entries) -> (Math.abs(entries + 0.5) - Math.abs(entries - 0.5)) / scale + selected * odds;
        // exponential tails: 20 scales are exceeded once in 10⁹ draws
        return aCase("dp-pgcd-laplace", RECORDS, solver, options, rounds, 20 * scale, gain, 0);
    }

    private static AuditCase aCase(
            String name,
            AuditedRows rows,
            PlannedSolver solver,
            GreedyOptions options,
            int rounds,
            double noise,
            GreedyRun.Gain gain,
            double delta) {
        MechanismEvent plan = new MechanismEvent.Sequence(solver.roundPlan(rounds));
        // −x_i r_j is +H² for (H, −H) and −H² for (H, H)
        DataView left = rows.open(new double[] {GreedyRun.HEIGHT, -GreedyRun.HEIGHT}, plan);
        double[] opposite = new double[2];
        if (rows.units().adjacency() == Adjacency.REPLACE_ONE) {
            Arrays.fill(opposite, GreedyRun.HEIGHT);
        }
        DataView right = rows.neighbour().open(opposite, plan);
        return new AuditCase(
                name,
                plan,
                delta,
                new GreedyRun(solver, options, left, rounds, noise, gain)::statistic,
                new GreedyRun(solver, options, right, rounds, noise, gain)::statistic);
    }

    private static GreedyOptions options(AuditedRows rows, int steps, GreedyCost cost) {
        return new GreedyOptions(
                rows.units(),
                new GreedySteps(steps, 1, GreedyRun.CLIP_FACTOR, Diagonal.MASKED),
                cost,
                new Smoothness.PublicMoments(List.of(1.0)),
                new RowCentre.Origin());
    }
}
