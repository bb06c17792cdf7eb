// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.audit.AuditCase;
import io.hedgerow.dp.internal.audit.CoordinatorView;
import io.hedgerow.dp.internal.audit.CovarianceReconstruction;
import io.hedgerow.dp.internal.audit.LearnedStatistic;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Audits releases of second moments, phase by phase and as a whole, with options as given. Each phase is audited
 * against its own event of the plan, on the pair that moves it most, in a random direction; all numbers that it
 * publishes are looked at together ({@link LearnedStatistic}). Every run is a study of its own with a new solver, as
 * every site has one. Stateless; each case is for one thread.
 */
final class GramCases {

    private static final double RHO2 = 1;
    private final ReleaseOptions options;
    private final AuditedRows rows;
    private final Canary canary;
    private final double delta;
    private final double[] centre;
    private final double[] units;

    private GramCases(ReleaseOptions options, long seed, double delta) {
        this.options = options;
        this.rows = AuditedRows.of(options.adjacency(), options.byUser(), Math.toIntExact(options.rows()));
        this.canary = new Canary(options.variables(), seed);
        this.delta = delta;
        this.units = canary.units();
        this.centre = options.centre() instanceof ReleaseCentre.Known known
                ? known.values().stream().mapToDouble(Double::doubleValue).toArray()
                : canary.direction();
    }

    /** Two data sets that differ in the canary. */
    @SuppressWarnings("ArrayRecordComponent") // two rows that are not compared
    private record Pair(double[] left, double[] right) {}

    /**
     * The rounds of {@link MomentDesign}, a case each, and all together. A round that is audited by itself has μ = 2,
     * by a larger or smaller budget whose shares stay as they are. Supports about a thousand units, since each run
     * reads all of them.
     */
    public static List<AuditCase> dpGram(ReleaseOptions options, long seed, double delta) {
        return new GramCases(options, seed, delta).phases();
    }

    private List<AuditCase> phases() {
        List<MechanismEvent> plan = ReleaseRun.plan(new MomentDesign(options));
        List<AuditCase> cases = new ArrayList<>();
        boolean mean = options.centre() instanceof ReleaseCentre.PrivateMean;
        for (int round = 0; round < plan.size(); round++) {
            boolean last = round == plan.size() - 1;
            boolean rough = mean && round == 1;
            boolean isMean = mean && round == 3;
            Pair pair =
                    last ? products() : rough ? means(new double[centre.length]) : isMean ? means(centre) : scales();
            String phase = last
                    ? "products"
                    : rough ? "rough-mean" : isMean ? "mean" : round == 2 ? "scale-of-centred" : "scale";
            ReleaseOptions scaled = options.withMu(options.mu() * ReleaseRun.scale(plan.get(round)));
            cases.add(aCase(phase, scaled, pair, round, round + 1));
        }
        cases.add(aCase("all", options, everything(), 0, plan.size()));
        return cases;
    }

    /** A pair with every variable far out or at its centre, from which a row of zeros is as far. */
    private Pair scales() {
        double[] signs = canary.signs();
        double[] left = new double[signs.length];
        double[] right = new double[signs.length];
        double middle = Math.sqrt(options.smallest() * options.largest());
        for (int j = 0; j < signs.length; j++) {
            boolean centred = centre[j] != 0;
            boolean far = (rows.zeroOut() && centred) ? Math.abs(centre[j]) < middle : signs[j] > 0;
            left[j] = centre[j] + (far ? Canary.LARGE : Canary.SMALL);
            right[j] = centre[j] + (far ? Canary.SMALL : Canary.LARGE);
        }
        return new Pair(left, rows.opposite(right));
    }

    /** A pair on both sides of the centre that is subtracted; a row of zeros is on one side. */
    private Pair means(double[] about) {
        double[] direction = rows.zeroOut() ? awayFromZero(about) : canary.direction();
        return new Pair(
                Canary.at(about, units, direction, Canary.LARGE),
                rows.opposite(Canary.at(about, units, direction, -Canary.LARGE)));
    }

    private double[] awayFromZero(double[] about) {
        double[] inUnits = new double[about.length];
        Arrays.setAll(inUnits, j -> about[j] / units[j]);
        return Arrays.stream(inUnits).anyMatch(x -> x != 0) ? Canary.unit(inUnits) : canary.direction();
    }

    /** A pair of rows at right angles to each other, or to a row of zeros as seen from the centre. */
    private Pair products() {
        double[] other = rows.zeroOut() ? awayFromZero(centre) : canary.direction();
        return new Pair(
                Canary.at(centre, units, canary.besides(other), Canary.LARGE),
                rows.opposite(Canary.at(centre, units, other, Canary.LARGE)));
    }

    /**
     * A pair far out in some variables or in the others: scales and products move by their whole sensitivity at once.
     */
    private Pair everything() {
        double[] signs = canary.signs();
        signs[0] = 1;
        signs[signs.length - 1] = -1;
        double[] direction = canary.direction();
        double[] left = new double[signs.length];
        double[] right = new double[signs.length];
        for (int j = 0; j < signs.length; j++) {
            left[j] = direction[j] * (signs[j] > 0 ? Canary.LARGE : Canary.SMALL);
            right[j] = direction[j] * (signs[j] > 0 ? Canary.SMALL : Canary.LARGE);
        }
        return new Pair(Canary.at(centre, units, left, 1), rows.opposite(Canary.at(centre, units, right, 1)));
    }

    private AuditCase aCase(String phase, ReleaseOptions scaled, Pair pair, int from, int to) {
        MomentDesign design = new MomentDesign(scaled);
        ParameterLayout layout = design.layout();
        double[] announced = new double[layout.size()];
        for (int j = 0; j < centre.length; j++) {
            announced[j * layout.sliceLength()] = centre[j];
            announced[j * layout.sliceLength() + 1] = units[j];
        }
        Parameters both = Parameters.takeOver(announced);
        ReleaseRun run = new ReleaseRun(design, from, to, both, both);
        DataView left = rows.open(pair.left(), run.claimed());
        DataView right = rows.neighbour().open(pair.right(), run.claimed());
        return LearnedStatistic.aCase(
                phase, run.claimed(), delta, () -> run.published(left), () -> run.published(right));
    }

    /**
     * The matrix of dp-fed-bnsl, as the coordinator computes it from the site's first upload
     * ({@link CovarianceReconstruction}); of records, with a known centre that is zero or longer than the bound. Other
     * rows are long and along the axes, so that the matrix is far from one that would be repaired. Each run has a
     * solver of its own.
     */
    public static AuditCase dpFedBnsl(
            ReleaseOptions options, Supplier<PlannedSolver> solver, int rounds, long seed, double delta) {
        GramCases cases = new GramCases(options, seed, delta);
        Arrays.fill(cases.units, 1);
        int d = options.variables();
        double[][] axes = new double[d][];
        for (int j = 0; j < d; j++) {
            double[] along = new double[d];
            along[j] = Canary.LARGE;
            axes[j] = along;
        }
        MechanismEvent plan = new MechanismEvent.Sequence(solver.get().roundPlan(rounds));
        Pair pair = cases.products();
        DataView left = cases.rows.open(pair.left(), axes, plan);
        DataView right = cases.rows.neighbour().open(pair.right(), axes, plan);
        return LearnedStatistic.aCase(
                "matrix", plan, delta, () -> matrix(solver.get(), d, left), () -> matrix(solver.get(), d, right));
    }

    private static double[] matrix(PlannedSolver solver, int d, DataView view) {
        ParameterLayout layout = ParameterLayout.linear(d);
        Parameters zero = Parameters.zeros(layout.size());
        LocalProblem problem = new LocalProblem(layout, zero, zero, zero, RHO2, 0, 1, Centring.NONE);
        solver.plan(new Task("audit", 0, RHO2, Payload.empty(), Set.of()));
        Parameters local = solver.solve(problem, view).parameters();
        double[] s = CovarianceReconstruction.attack(
                d, new CoordinatorView.Upload(0, RHO2, problem.consensus(), problem.dual(), local));
        double[] triangle = new double[d * (d + 1) / 2];
        int at = 0;
        for (int i = 0; i < d; i++) {
            for (int j = i; j < d; j++) {
                triangle[at++] = s[i * d + j];
            }
        }
        return triangle;
    }
}
