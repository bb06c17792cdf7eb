// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.internal.bytes.ByteReader;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.audit.AuditCase;
import io.hedgerow.dp.internal.audit.LearnedStatistic;
import io.hedgerow.dp.internal.greedy.DpProximalGreedySolver;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.RowCentre;
import io.hedgerow.dp.internal.greedy.settings.Smoothness;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Audits the releases of a private greedy solver in round 0, the mean and the second moments, as far as its options ask
 * for them. The audit reads the released state of the solver, from which everything that it sends later is computed.
 * Every run is a study of its own. Stateless; each case is for one thread.
 */
final class InitialReleaseCases {

    /** μ of a release that is audited by itself: small changes of it are seen best near 2. */
    private static final double RELEASE_MU = 2;
    /** The claim for a release that the plan does not name. */
    private static final MechanismEvent NOTHING = new MechanismEvent.PureDp(1e-9, 1);

    private InitialReleaseCases() {}

    /**
     * The releases, the moments and perhaps a private mean, each against its own event of the plan and at μ = 2, by a
     * budget whose shares are those of the options. The canary's cells are all far beyond their range, in directions at
     * random; each run reads all units.
     */
    public static List<AuditCase> of(GreedyOptions options, int units, long seed, double delta) {
        if (!(options.smoothness() instanceof Smoothness.PrivateMoments moments)) {
            throw new IllegalArgumentException("options must release second moments, were " + options.smoothness());
        }
        int q = moments.variables();
        boolean mean = options.centre() instanceof RowCentre.PrivateMean;
        PlannedSolver solver = new DpProximalGreedySolver(options);
        AuditedRows rows = AuditedRows.of(solver.adjacency(), solver.protectsUsers(), units);
        double[] signs = new Canary(q, seed).signs();
        List<AuditCase> cases = new ArrayList<>();
        if (mean) {
            double[] cells = Canary.at(new double[q], signs, ones(q), Canary.LARGE);
            double[] opposite = Canary.at(new double[q], signs, ones(q), -Canary.LARGE);
            double factor = factor(options, 0);
            cases.add(aCase("mean", rows, options.scaled(factor), cells, opposite, 0, delta));
        }
        double[] left = new double[q];
        double[] right = new double[q];
        for (int j = 0; j < q; j++) {
            left[j] = signs[j] > 0 ? Canary.LARGE : Canary.SMALL;
            right[j] = signs[j] > 0 ? Canary.SMALL : Canary.LARGE;
        }
        double factor = factor(options, 1);
        cases.add(aCase("moments", rows, options.scaled(factor), left, right, 1, delta));
        return cases;
    }

    /** The vectors that the options release. */
    static List<Integer> vectors(GreedyOptions options) {
        return options.centre() instanceof RowCentre.PrivateMean ? List.of(0, 1) : List.of(1);
    }

    /** The factor on the budget that gives a vector μ = 2. */
    static double factor(GreedyOptions options, int vector) {
        return RELEASE_MU
                / (vector == 0
                        ? ((RowCentre.PrivateMean) options.centre()).mu()
                        : ((Smoothness.PrivateMoments) options.smoothness()).mu());
    }

    private static AuditCase aCase(
            String name,
            AuditedRows rows,
            GreedyOptions options,
            double[] cells,
            double[] opposite,
            int vector,
            double delta) {
        MechanismEvent claimed = claimed(options, vector);
        DataView left = rows.open(cells, claimed);
        DataView right = rows.neighbour().open(rows.opposite(opposite), claimed);
        return LearnedStatistic.aCase(
                name,
                claimed,
                delta,
                () -> released(options, left, cells.length, vector),
                () -> released(options, right, cells.length, vector));
    }

    /** The claimed event of a release: those of the releases come first in round 0, then one for each step. */
    static MechanismEvent claimed(GreedyOptions options, int vector) {
        MechanismEvent round = new DpProximalGreedySolver(options).roundPlan(1).get(0);
        List<MechanismEvent> events = ((MechanismEvent.Sequence) round).steps();
        List<MechanismEvent> releases =
                events.subList(0, events.size() - options.steps().count());
        int wanted = options.centre() instanceof RowCentre.PrivateMean ? 2 : 1;
        if (releases.size() < wanted && vector == 0) {
            return NOTHING;
        }
        return releases.isEmpty() ? NOTHING : releases.get(vector == 0 ? 0 : releases.size() - 1);
    }

    /** The released vector: 0 for a private mean, 1 for the second moments, in logarithms. */
    static double[] released(GreedyOptions options, DataView view, int q, int vector) {
        PlannedSolver solver = new DpProximalGreedySolver(options);
        ParameterLayout layout = ParameterLayout.linear(q);
        Parameters zeros = Parameters.zeros(layout.size());
        solver.plan(new Task("audit", 0, 1, Payload.empty(), Set.of()));
        solver.solve(new LocalProblem(layout, zeros, zeros, zeros, 1, 0, 1, Centring.NONE), view);
        double[] values = vectors(solver).get(vector);
        if (vector == 1) {
            Arrays.setAll(values, k -> Math.log(values[k]));
        }
        return values;
    }

    /** Reads a released state: the solver's identifier and a line feed, then vectors with their lengths. */
    private static List<double[]> vectors(PlannedSolver solver) {
        ByteReader in = new ByteReader(solver.releasedState().toBytes(), IllegalStateException::new);
        in.raw(solver.id().length() + 1);
        List<double[]> vectors = new ArrayList<>();
        while (in.remaining() > 0) {
            vectors.add(in.reals(in.u32()));
        }
        return vectors;
    }

    private static double[] ones(int length) {
        double[] ones = new double[length];
        Arrays.fill(ones, 1);
        return ones;
    }
}
