// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.dp.internal.audit.AuditCase;
import io.hedgerow.dp.internal.audit.LearnedStatistic;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedySteps;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Audits all noisy gradient entries of a greedy solver jointly: three variables, six candidate edges, six steps, and a
 * coordinator that makes each edge be taken once. It drives all β far beyond the effect of data on a score, and ρ2 is
 * so large that a step takes the edge that β favours: a taken edge's score is then that of noise. So the order is known
 * up to a probability below e⁻⁵⁰ and costs nothing; the rest of the change of B is six entries with noise, and the
 * claim is that of six updates.
 *
 * <p>The canary's cells are ±H, with signs at random; entries are clipped one by one, so signs are all that counts. On
 * the neighbour one of them, at random, has the other sign, so that four of six entries change theirs. Two do not:
 * noise that entries share shows there. The statistic is a {@link LearnedStatistic}. ρ2 leaves no weight to the second
 * moments, so these may come from the release of round 0. Stateless; each case is for one thread.
 */
final class GreedyEntries {

    private static final int D = 3;
    private static final int EDGES = D * (D - 1);
    private static final GreedyRun.Terms TERMS = new GreedyRun.Terms(1e20, 0, 0, 0);
    /** The push, in units of an entry: far above noise, within the range of scores. */
    private static final double PUSH = 0x1p28;
    /** √6·μ or 6·ε of the six updates: small changes of it are seen best near 2.5. */
    private static final double ALL_UPDATES = 2.5;

    private GreedyEntries() {}

    /**
     * The updates of one round of six steps, at √6·μ = 2.5 by a budget whose shares are those of the options, for three
     * variables; with Laplace noise 6·ε = 2.5. All units are read in each run.
     */
    public static AuditCase of(
            GreedyOptions options, int units, Function<GreedyOptions, PlannedSolver> solver, long seed, double delta) {
        GreedyOptions six = new GreedyOptions(
                        options.units(),
                        new GreedySteps(EDGES, 1, options.steps().clipFactor(), Diagonal.MASKED),
                        options.cost(),
                        options.smoothness(),
                        options.centre())
                .scaled(ALL_UPDATES / (options.cost().mu() * (delta > 0 ? Math.sqrt(EDGES) : EDGES)));
        PlannedSolver planned = solver.apply(six);
        AuditedRows rows = AuditedRows.of(planned.adjacency(), planned.protectsUsers(), units);
        List<MechanismEvent> updates = new ArrayList<>();
        List<MechanismEvent> steps = steps(planned);
        for (int k = 1; k < steps.size(); k += 2) {
            updates.add(steps.get(k));
        }
        MechanismEvent claimed = new MechanismEvent.Sequence(updates);
        Canary canary = new Canary(D, seed);
        double[] same = canary.signs();
        Arrays.setAll(same, j -> same[j] * GreedyRun.HEIGHT);
        double[] turned = same.clone();
        int variable = canary.variable();
        turned[variable] = -turned[variable];
        DataView left = rows.open(same, claimed);
        DataView right = rows.neighbour().open(rows.opposite(turned), claimed);
        return LearnedStatistic.aCase(
                "entries",
                claimed,
                delta,
                () -> entries(solver.apply(six), six, left),
                () -> entries(solver.apply(six), six, right));
    }

    /** Selections and updates of round 1, in which nothing is released, in turns. */
    static List<MechanismEvent> steps(PlannedSolver solver) {
        List<MechanismEvent> events = new ArrayList<>();
        for (MechanismEvent step :
                ((MechanismEvent.Sequence) solver.roundPlan(2).get(1)).steps()) {
            events.addAll(((MechanismEvent.Sequence) step).steps());
        }
        return events;
    }

    private static double[] entries(PlannedSolver solver, GreedyOptions options, DataView view) {
        double unit = GreedyRun.unit(options, TERMS, 0);
        double[] dual = new double[D * D];
        Arrays.fill(dual, PUSH * unit);
        solver.plan(new Task("audit", 0, TERMS.rho2(), Payload.empty(), Set.of()));
        Parameters zeros = Parameters.zeros(D * D);
        Parameters b = solver.solve(GreedyRun.problem(TERMS, ParameterLayout.linear(D), zeros, dual), view)
                .parameters();
        double[] entries = new double[EDGES];
        int at = 0;
        for (int k = 0; k < D * D; k++) {
            if (k % (D + 1) != 0) {
                entries[at++] = -TERMS.curvature(0) * b.get(k) / unit - PUSH;
            }
        }
        return entries;
    }
}
