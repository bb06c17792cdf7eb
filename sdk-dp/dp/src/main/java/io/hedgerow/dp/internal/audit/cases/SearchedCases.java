// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.audit.NeighbourSearch;
import io.hedgerow.dp.internal.greedy.DpProximalGreedySolver;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.release.ReleaseDesign;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.histogram.CurveDesign;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import io.hedgerow.dp.internal.release.table.TableDesign;
import io.hedgerow.dp.mechanism.Clipping;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.ExponentialMechanism;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.Lattice;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.SecureBits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Audits of mechanisms on data that a search constructs: cells of a unit, of its neighbour and of all other units. A
 * release is searched round by round, each at μ = 2, after an announcement in directions at random. Each target is for
 * one thread.
 */
final class SearchedCases {

    /** Sizes of a cell: nothing, the ends of what doubles hold, and both sides of every bound. */
    private static final List<Double> NUMBERS =
            List.of(0.0, 1.0, -1.0, 10.0, -10.0, 1e6, -1e6, 1e-6, 1e150, Double.MIN_VALUE);
    /** Levels of a variable that has three, and what is none. */
    private static final List<Double> LEVELS = List.of(0.0, 1.0, 2.0, 3.0, -1.0, 0.5, 1e9);

    private static final int OTHERS = 19;
    private static final int CANDIDATES = 8;
    /** The range of scores of others. */
    private static final double RANGE = 100;

    private SearchedCases() {}

    private record Searched(
            String name, MechanismEvent claimed, double delta, NeighbourSearch.Cells cells, boolean zeroOut, Data data)
            implements NeighbourSearch.Target {

        @Override
        public Supplier<double[]> open(double[] unit, double[] others, boolean neighbour) {
            return data.open(unit, others, neighbour);
        }
    }

    private interface Data {
        Supplier<double[]> open(double[] unit, double[] others, boolean neighbour);
    }

    /** A sum of clipped numbers with Gaussian noise. */
    static NeighbourSearch.Target clippedSum(double mu, double delta) {
        Clipping clipping = new Clipping(new Lattice(0x1p-22), 1.5);
        GaussianMechanism mechanism = new GaussianMechanism(clipping.sensitivity(Adjacency.REPLACE_ONE), 1 / mu);
        NoiseSource noise = DiscreteNoise.secure();
        return new Searched(
                "clipped-sum",
                mechanism.event(1),
                delta,
                NeighbourSearch.Cells.of(1, NUMBERS),
                false,
                (unit, others, neighbour) -> {
                    long sum = clipping.clip(unit[0]) + OTHERS * clipping.clip(others[0]);
                    return () -> new double[] {mechanism.add(sum, noise)};
                });
    }

    /** A selection by scores to which each unit adds at most ½ or takes it away; which candidate was selected. */
    static NeighbourSearch.Target selection(double boundedRange) {
        ExponentialMechanism mechanism = ExponentialMechanism.ofBoundedRange(1, 0, boundedRange);
        SecureBits bits = new SecureBits();
        return new Searched(
                "selection",
                mechanism.event(1),
                0,
                NeighbourSearch.Cells.of(CANDIDATES, NUMBERS),
                false,
                (unit, others, neighbour) -> {
                    double[] scores = new double[CANDIDATES];
                    Arrays.setAll(scores, j -> clamp(unit[j], 0.5) + clamp(others[j], RANGE));
                    return () -> {
                        double[] selected = new double[CANDIDATES];
                        selected[mechanism.select(scores, bits)] = 1;
                        return selected;
                    };
                });
    }

    private static double clamp(double x, double bound) {
        return Math.max(-bound, Math.min(bound, x));
    }

    static List<NeighbourSearch.Target> dpGram(String of, ReleaseOptions options, long seed, double delta) {
        Canary canary = new Canary(options.variables(), seed);
        double[] units = canary.units();
        double[] centre = options.centre() instanceof ReleaseCentre.Known known
                ? known.values().stream().mapToDouble(Double::doubleValue).toArray()
                : canary.direction();
        ParameterLayout layout = new MomentDesign(options).layout();
        double[] announced = new double[layout.size()];
        for (int j = 0; j < centre.length; j++) {
            announced[j * layout.sliceLength()] = centre[j];
            announced[j * layout.sliceLength() + 1] = units[j];
        }
        Parameters both = Parameters.takeOver(announced);
        return rounds(of, options, MomentDesign::new, both, both, NUMBERS, delta);
    }

    static List<NeighbourSearch.Target> dpFeatureGram(String of, ReleaseOptions options, double delta) {
        Parameters announced = FeatureCases.announced(options);
        return rounds(of, options, CurveDesign::new, announced, Parameters.zeros(announced.size()), NUMBERS, delta);
    }

    static List<NeighbourSearch.Target> dpGramOfCategories(String of, ReleaseOptions options, double delta) {
        Function<ReleaseOptions, TableDesign> design = within -> FeatureCases.OfTables.design(within, false);
        Parameters announced = FeatureCases.OfTables.announced(design.apply(options));
        return rounds(of, options, design, announced, Parameters.zeros(announced.size()), LEVELS, delta);
    }

    static List<NeighbourSearch.Target> dpGramOfBoth(String of, ReleaseOptions options, long seed, double delta) {
        Canary canary = new Canary(MixedCases.NUMBERS, seed);
        Parameters both = MixedCases.announced(MixedCases.design(options), canary.direction(), canary.units());
        return rounds(of, options, MixedCases::design, both, both, NUMBERS, delta);
    }

    private static List<NeighbourSearch.Target> rounds(
            String of,
            ReleaseOptions options,
            Function<ReleaseOptions, ? extends ReleaseDesign<?>> designs,
            Parameters announced,
            Parameters before,
            List<Double> values,
            double delta) {
        AuditedRows rows = AuditedRows.of(options.adjacency(), options.byUser(), Math.toIntExact(options.rows()));
        List<MechanismEvent> plan = ReleaseRun.plan(designs.apply(options));
        List<NeighbourSearch.Target> all = new ArrayList<>();
        for (int round = 0; round < plan.size(); round++) {
            ReleaseOptions scaled = options.withMu(options.mu() * ReleaseRun.scale(plan.get(round)));
            ReleaseRun run = new ReleaseRun(designs.apply(scaled), round, round + 1, announced, before);
            String name = of + "round " + (round + 1) + ", "
                    + run.design().kind(round).name().toLowerCase(Locale.ROOT).replace('_', '-');
            int columns = run.design().columns();
            all.add(ofRows(name, run.claimed(), delta, rows, columns, values, view -> run.published(view)));
        }
        return all;
    }

    /** What a greedy solver releases in round 0: the second moments, after a private mean if there is one. */
    static List<NeighbourSearch.Target> dpFedSparse(
            String of, GreedyOptions options, int count, int variables, double delta) {
        List<NeighbourSearch.Target> all = new ArrayList<>();
        for (int vector : InitialReleaseCases.vectors(options)) {
            GreedyOptions scaled = options.scaled(InitialReleaseCases.factor(options, vector));
            DpProximalGreedySolver solver = new DpProximalGreedySolver(scaled);
            AuditedRows rows = AuditedRows.of(solver.adjacency(), solver.protectsUsers(), count);
            all.add(ofRows(
                    of + (vector == 0 ? "mean" : "moments"),
                    InitialReleaseCases.claimed(scaled, vector),
                    delta,
                    rows,
                    variables,
                    NUMBERS,
                    view -> InitialReleaseCases.released(scaled, view, variables, vector)));
        }
        return all;
    }

    private static NeighbourSearch.Target ofRows(
            String name,
            MechanismEvent claimed,
            double delta,
            AuditedRows rows,
            int variables,
            List<Double> values,
            Function<DataView, double[]> run) {
        int cells = rows.canaryRows() * variables;
        int neighbourCells = rows.neighbour().canaryRows() * variables;
        return new Searched(
                name,
                claimed,
                delta,
                new NeighbourSearch.Cells(cells, neighbourCells, variables, values),
                rows.zeroOut(),
                (unit, others, neighbour) -> {
                    AuditedRows with = neighbour ? rows.neighbour() : rows;
                    List<double[]> own = new ArrayList<>();
                    for (int r = 0; r < with.canaryRows(); r++) {
                        own.add(Arrays.copyOfRange(unit, r * variables, (r + 1) * variables));
                    }
                    DataView view = with.open(own, new double[][] {others}, claimed);
                    return () -> run.apply(view);
                });
    }
}
