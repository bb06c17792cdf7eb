// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.audit.AuditCase;
import io.hedgerow.dp.internal.greedy.DpProximalGreedySolver;
import io.hedgerow.dp.internal.greedy.LaplaceProximalGreedySolver;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedySteps;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.RowCentre;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.internal.greedy.settings.Smoothness;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Audits whole runs of the private greedy solvers, all rounds and steps, seen by a coordinator who chose every task
 * ({@link GreedyRun}). The claim is the solver's own plan. The two variables have second moments of 1/16 and 16, so
 * that a score or a bound that takes those of the wrong variable is out of proportion. Stateless; each case is for one
 * thread.
 */
final class GreedyCases {

    static final int UNITS = 10;

    /** κ and ρ2, so small that B stays near 0 whatever the noise and that β decides about scores. */
    private static final double CLIP_FACTOR = 1e-9;

    private static final GreedyRun.Terms TERMS = new GreedyRun.Terms(1e-7, 1.0 / 16, 16);

    private GreedyCases() {}

    /**
     * Greedy descent with the exponential mechanism and Gaussian noise. Where neighbours are zeros every sum moves by
     * half as much, under half the noise; where users are protected, the canary's three rows together may move a sum as
     * far as one row.
     */
    public static AuditCase dpPgcd(
            Adjacency adjacency, boolean persons, int rounds, int steps, GreedyCost cost, double delta) {
        return dpPgcd("run", AuditedRows.of(adjacency, persons, UNITS), rounds, steps, cost, delta);
    }

    static AuditCase dpPgcd(String name, AuditedRows rows, int rounds, int steps, GreedyCost cost, double delta) {
        GreedyOptions options = options(rows.units(), steps, cost);
        // two normal laws with means ±1/2 and standard deviation 1/μ; a choice of two at odds e^(±ε0/2)
        GreedyRun.Gain gain =
                (selected, entries) -> entries * cost.mu() * cost.mu() + selected * 0.5 * cost.selectionRange();
        Supplier<PlannedSolver> solvers = () -> new DpProximalGreedySolver(options);
        MechanismEvent plan = whole(solvers, rounds);
        return aCase(name, rows, solvers, options, plan, rounds, Math.sqrt(steps) / cost.mu(), gain, delta);
    }

    /**
     * The selection of one step, at δ = 0, where both of two edges are equally likely ({@link GreedyBalance}): the
     * statistic is the edge selected. The claim is the first event of the step.
     */
    public static AuditCase selection(
            Adjacency adjacency, boolean persons, double boundedRange, Function<GreedyOptions, PlannedSolver> solver) {
        AuditedRows rows = AuditedRows.of(adjacency, persons, UNITS);
        GreedyOptions options = options(rows.units(), 1, new GreedyCost(boundedRange, 1));
        Supplier<PlannedSolver> solvers = () -> solver.apply(options);
        MechanismEvent claimed = GreedyEntries.steps(solvers.get()).get(0);
        GreedyRun.Gain gain = (selected, entries) -> selected;
        GreedyRun left = new GreedyRun(solvers, options, TERMS, canary(rows, claimed), 1, 20, gain);
        GreedyRun right = new GreedyRun(solvers, options, TERMS, opposite(rows, claimed), 1, 20, gain);
        GreedyBalance balance = new GreedyBalance(left::statistic, right::statistic);
        return new AuditCase(
                "selection", claimed, 0, () -> left.statistic(balance.lead()), () -> right.statistic(balance.lead()));
    }

    /**
     * Greedy descent with Laplace noise on scores and on the update, one step in each round; ε of the whole run, at δ =
     * 0.
     */
    public static AuditCase dpPgcdLaplace(Adjacency adjacency, boolean persons, int rounds, double epsilon) {
        double each = 0.5 * epsilon / rounds;
        AuditedRows rows = AuditedRows.of(adjacency, persons, UNITS);
        GreedyOptions options = options(rows.units(), 1, new GreedyCost(each, each));
        double scale = 1 / each;
        // the larger of two scores that differ by 1 wins with this probability under noise of 2/ε0
        double wins = 1 - 0.5 * Math.exp(-0.5 * each) * (1 + 0.25 * each);
        double odds = Math.log(wins / (1 - wins));
        GreedyRun.Gain gain =
                (selected, entries) -> (Math.abs(entries + 0.5) - Math.abs(entries - 0.5)) / scale + selected * odds;
        Supplier<PlannedSolver> solvers = () -> new LaplaceProximalGreedySolver(options);
        MechanismEvent plan = whole(solvers, rounds);
        // exponential tails: 20 scales are exceeded once in 10⁹ draws
        return aCase("run", rows, solvers, options, plan, rounds, 20 * scale, gain, 0);
    }

    private static MechanismEvent whole(Supplier<PlannedSolver> solvers, int rounds) {
        return new MechanismEvent.Sequence(solvers.get().roundPlan(rounds));
    }

    private static AuditCase aCase(
            String name,
            AuditedRows rows,
            Supplier<PlannedSolver> solvers,
            GreedyOptions options,
            MechanismEvent claimed,
            int rounds,
            double noise,
            GreedyRun.Gain gain,
            double delta) {
        return new AuditCase(
                name,
                claimed,
                delta,
                new GreedyRun(solvers, options, TERMS, canary(rows, claimed), rounds, noise, gain)::statistic,
                new GreedyRun(solvers, options, TERMS, opposite(rows, claimed), rounds, noise, gain)::statistic);
    }

    /** −x_i r_j is +H² for (H, −H). */
    private static DataView canary(AuditedRows rows, MechanismEvent claimed) {
        return rows.open(new double[] {GreedyRun.HEIGHT, -GreedyRun.HEIGHT}, claimed);
    }

    /** −x_i r_j is −H² for (H, H). */
    private static DataView opposite(AuditedRows rows, MechanismEvent claimed) {
        double[] same = new double[2];
        Arrays.fill(same, GreedyRun.HEIGHT);
        return rows.neighbour().open(rows.opposite(same), claimed);
    }

    private static GreedyOptions options(ProtectedUnits units, int steps, GreedyCost cost) {
        return new GreedyOptions(
                units,
                new GreedySteps(steps, 1, CLIP_FACTOR, Diagonal.MASKED),
                cost,
                new Smoothness.PublicMoments(List.of(1.0 / 16, 16.0)),
                new RowCentre.Origin());
    }
}
