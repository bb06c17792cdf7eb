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
import java.util.function.DoubleUnaryOperator;
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
            Adjacency adjacency, boolean users, int rounds, int steps, GreedyCost cost, double delta) {
        return dpPgcd("run", AuditedRows.of(adjacency, users, UNITS), rounds, steps, cost, delta);
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
            Adjacency adjacency, boolean users, double boundedRange, Function<GreedyOptions, PlannedSolver> solver) {
        AuditedRows rows = AuditedRows.of(adjacency, users, UNITS);
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

    /** Greedy descent with Laplace noise on scores and updates, one step a round; ε of the whole run, δ = 0. */
    public static AuditCase dpPgcdLaplace(Adjacency adjacency, boolean users, int rounds, double epsilon) {
        double each = 0.5 * epsilon / rounds;
        AuditedRows rows = AuditedRows.of(adjacency, users, UNITS);
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

    /**
     * Learns how much more strongly a coordinator must favour one edge than the other, so that a selection between the
     * two takes either with equal probability. Far from there one edge always wins, which shows nothing. Where scores
     * are in units of their sensitivity, equal pushes in these units balance; where they are not, other pushes do, and
     * there a scale that is too small for one of the edges shows. So the balance is learned from runs of the code, and
     * not computed as the code should.
     *
     * <p>Bisection by majorities, half of the runs on each data set. What is learned decides about power only: the runs
     * of the audit come after it. Learns once, at the first call. Not thread-safe.
     */
    static final class GreedyBalance {

        /**
         * The largest lead, as a power of 2: scores of variables whose second moments are 1/16 and 16 are out of
         * proportion by 2⁸ at most.
         */
        private static final double WIDEST = 10;
        /**
         * The number of bisections until one lead differs from the next by less than a tenth of the canary, pushes
         * being thousands of it.
         */
        private static final int HALVINGS = 22;

        private static final int RUNS = 8;

        private final DoubleUnaryOperator left;
        private final DoubleUnaryOperator right;
        private double lead = Double.NaN;

        /**
         * Takes runs on two data sets, as a function of the lead: how often the first edge is selected, less the other,
         * when it is pushed 2^lead times as far.
         */
        GreedyBalance(DoubleUnaryOperator left, DoubleUnaryOperator right) {
            this.left = left;
            this.right = right;
        }

        /** The binary logarithm of the first push divided by the second. */
        double lead() {
            if (Double.isNaN(lead)) {
                double low = -WIDEST;
                double high = WIDEST;
                double middle = 0;
                double net = net(middle);
                // at a tie either edge is taken: by chance, or each on one of the data sets when there is no noise
                for (int k = 0; k < HALVINGS && net != 0; k++) {
                    if (net > 0) {
                        high = middle;
                    } else {
                        low = middle;
                    }
                    middle = (low + high) / 2;
                    net = net(middle);
                }
                lead = middle;
            }
            return lead;
        }

        private double net(double at) {
            double net = 0;
            for (int k = 0; k < RUNS; k++) {
                net += Math.signum(left.applyAsDouble(at)) + Math.signum(right.applyAsDouble(at));
            }
            return net;
        }
    }
}
