// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.ParameterBlock;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every round is differentially private towards everyone who sees its sum: a site's part in one private release of
 * second moments, from which the coordinator learns a network without further cost.
 *
 * <p>Symbols: d variables, n declared units, x a row; a units: [d], as the coordinator last announced them; c centre:
 * [d], public, or the site's own private mean as it released it, m.
 *
 * <pre>
 * scale:     Σ clamp((ln (x_j − c_j)² − middle) / half, −1, 1) + noise             for every j
 * mean:      m = (aR / n) (Σ (x / aR) · min(1, R / ‖x / a‖) + noise), R = √(2d)      only with a private mean
 * products:  Σ u uᵀ + noise, u = y / ‖y‖, y_j = (x_j − c_j) / a_j                    the last round
 * </pre>
 *
 * <p>A release of covariances with Gaussian noise is that of Dwork et al. (2014), there of rows clipped to a norm; here
 * all rows are brought to norm 1, which spends none of the sensitivity on room for long rows and is undone by
 * {@link PrivateGram}. Layout: m; a, as announced by the coordinator or as summed in scale rounds; then the products.
 * What the coordinator sums of the sites' means is of no use to it.
 *
 * <p>Of a person with several rows, scale and mean rounds take the mean over the rows, and the last round the sum of
 * the rows' products clipped to Frobenius norm 1.
 *
 * <p><b>Private</b> for the unit and under the adjacency of the options, at the Gaussian events of {@link #roundPlan};
 * together one of μ. What the coordinator announces decides about accuracy, not about privacy. Proof notes:
 * {@code docs/privacy-proofs/scale-release.md} and {@code noisy-gram.md} beside it. Not thread-safe. A round costs
 * O(n·d²).
 */
public final class GramReleaseSolver implements PlannedSolver {

    private final GramOptions options;
    private final NoiseSource noise;
    private final List<GramPhase> phases = new ArrayList<>();
    private int planned = -1;

    /**
     * A solver for one site of one study.
     *
     * @param options what is released, and at what cost
     */
    public GramReleaseSolver(GramOptions options) {
        this(options, DiscreteNoise.secure());
    }

    GramReleaseSolver(GramOptions options, NoiseSource noise) {
        this.options = options;
        this.noise = noise;
        for (GramOptions.Step step : options.steps()) {
            phases.add(phase(options, step));
        }
    }

    private static GramPhase phase(GramOptions options, GramOptions.Step step) {
        boolean vanishes = options.adjacency() == Adjacency.ZERO_OUT
                && options.centre() instanceof GramCentre.Known known
                && known.isZero();
        double multiplier = options.noiseMultiplier(step);
        return switch (step.phase()) {
            case SCALE -> new ScaleSum(options, multiplier, vanishes);
            case MEAN -> new GramMeanSum(options, multiplier);
            case PRODUCTS -> products(options, vanishes, multiplier);
        };
    }

    private static GramSum products(GramOptions options, boolean vanishes, double multiplier) {
        return new GramSum(
                options.variables(),
                options.rows(),
                options.adjacency(),
                vanishes,
                0,
                multiplier,
                options.noiseSites(),
                options.byPerson());
    }

    /** Standard deviation of one site's noise on a diagonal product. */
    static double sigma(GramOptions options) {
        GramOptions.Step last = options.steps().get(options.rounds() - 1);
        return ((GramSum) phase(options, last)).sigma();
    }

    /**
     * Where everything is.
     *
     * @param variables d
     * @return a layout without edges, q = ⌊d/2⌋ + 3
     */
    public static ParameterLayout layout(int variables) {
        return ParameterLayout.of(
                variables,
                List.of(
                        new ParameterBlock("centre", 1, 0, 0),
                        new ParameterBlock("unit", 1, 0, 0),
                        new ParameterBlock("products", variables / 2 + 1, 0, 0)));
    }

    /** Flat index of the product of two variables: the slice of j holds x_j x_{(j + s) mod d} for s = 0 … ⌊d/2⌋. */
    static int index(int variables, int i, int j) {
        int low = Math.min(i, j);
        int high = Math.max(i, j);
        int s = high - low;
        boolean near = s <= variables / 2;
        return (near ? low : high) * (variables / 2 + 3) + 2 + (near ? s : variables - s);
    }

    /** {@inheritDoc} Another one when sites share the noise, so that a site's policy must allow it by name. */
    @Override
    public String id() {
        return options.noiseSites() > 1 ? "dp-gram-shared-noise" : "dp-gram";
    }

    @Override
    public int sitesInSum() {
        return options.noiseSites();
    }

    @Override
    public boolean protectsPersons() {
        return options.byPerson();
    }

    @Override
    public Adjacency adjacency() {
        return options.adjacency();
    }

    @Override
    public MechanismEvent plan(Task task) {
        planned = -1;
        MechanismEvent event = phase(task.round()).event();
        planned = task.round();
        return event;
    }

    private GramPhase phase(int round) {
        if (round < 0 || round >= phases.size()) {
            throw new IllegalArgumentException(
                    "this release has " + phases.size() + " rounds, was asked for round " + round + ", counted from 0");
        }
        return phases.get(round);
    }

    @Override
    public List<MechanismEvent> roundPlan(int rounds) {
        if (rounds != phases.size()) {
            throw new IllegalArgumentException("rounds must be " + phases.size() + ", was " + rounds);
        }
        return phases.stream().map(GramPhase::event).toList();
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException when the problem asks for the site's own mean to be subtracted, or the layout or
     *     what was announced is not that of this release
     * @throws DataException when the records cannot be read or are not as many as declared
     * @throws IllegalStateException when nothing was planned since the last call
     */
    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        int round = planned;
        planned = -1;
        if (round < 0) {
            throw new IllegalStateException("plan must be called before each solve, was not");
        }
        int d = options.variables();
        requireUncentred(problem);
        requireShape(problem.layout(), view.schema().size());
        double[] centre = new double[d];
        double[] units = new double[d];
        given(problem, round, centre, units);
        GramPhase phase = phases.get(round);
        double[] released = released(view, options, phase, centre, units, noise);
        if (options.steps().get(round).phase() == GramOptions.Phase.MEAN) {
            for (int j = 0; j < d; j++) {
                released[j] *= units[j] * GramMeanSum.radius(d) / options.rows();
            }
        }
        return new LocalSolution(placed(problem.previous(), options.steps().get(round), released), 1, true);
    }

    static void requireUncentred(LocalProblem problem) {
        if (problem.centring() != Centring.NONE) {
            throw new IllegalArgumentException("centring must be NONE, was " + problem.centring()
                    + ": a site's own mean depends on every record; give a public centre or ask for a private mean");
        }
    }

    private void requireShape(ParameterLayout layout, int columns) {
        if (columns != options.variables()
                || layout.size() != layout(options.variables()).size()) {
            throw new IllegalArgumentException("data and layout must have the planned " + options.variables()
                    + " variables, have " + columns + " and " + layout.targets());
        }
    }

    /** A whole release: its noise first, then the rows. */
    static double[] released(
            DataView view, GramOptions options, GramPhase phase, double[] centre, double[] units, NoiseSource noise) {
        DrawnNoise drawn = DrawnNoise.of(noise, phase.sigmas());
        phase.begin(centre, units);
        read(view, options, phase);
        return phase.finish(drawn);
    }

    /**
     * Reads all units. With replace-one adjacency their number is public and must be the declared one; they may be
     * added where they are. More than declared could leave the range of sums: with zero-out, units after the first 4n
     * are left out, as by a public rule, and for that they must come here one after the other.
     */
    private static void read(DataView view, GramOptions options, GramPhase phase) {
        CountedUnits units = new CountedUnits(phase, SumRange.mostUnits(options.adjacency(), options.rows()));
        if (options.adjacency() == Adjacency.ZERO_OUT) {
            if (options.byPerson()) {
                persons(view, units);
            } else {
                view.forEachRow(units::add);
            }
            return;
        }
        CountedUnits all = options.byPerson() ? view.sumOfPersons(units) : view.sumOfRows(units);
        if (all.count() != options.rows()) {
            throw new DataException("the data must hold the declared number of " + options.rows()
                    + (options.byPerson() ? " persons, hold " : " rows, hold ") + all.count()
                    + "; the study stays charged, because data are read only after that. Declare the true number");
        }
        if (all.phase() != phase) {
            phase.merge(all.phase());
        }
    }

    /** Keeps all rows until those of every person are complete. */
    private static void persons(DataView view, CountedUnits units) {
        Map<Long, List<double[]>> rows = new LinkedHashMap<>();
        view.forEachPersonRow((person, row) ->
                rows.computeIfAbsent(person, unseen -> new ArrayList<>()).add(row.clone()));
        rows.values().forEach(units::addPerson);
    }

    /** The units that were announced, and the centre: what this site released stays in its own values. */
    private void given(LocalProblem problem, int round, double[] centre, double[] units) {
        int q = options.variables() / 2 + 3;
        for (int j = 0; j < centre.length; j++) {
            centre[j] = options.centre() instanceof GramCentre.Known known
                    ? known.values().get(j)
                    : problem.previous().get(j * q);
            units[j] = round == 0 ? 1 : problem.consensus().get(j * q + 1);
            if (!(units[j] > 0 && units[j] < Double.POSITIVE_INFINITY)
                    || !(Math.abs(centre[j]) < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "announced units must be finite and > 0 and centres finite, were not");
            }
        }
    }

    /** What was released before stays where it is; so an update holds only what is new. */
    private Parameters placed(Parameters previous, GramOptions.Step step, double[] released) {
        int d = options.variables();
        int q = d / 2 + 3;
        double[] flat = previous.toArray();
        if (step.phase() == GramOptions.Phase.PRODUCTS) {
            int at = 0;
            for (int i = 0; i < d; i++) {
                for (int j = i; j < d; j++) {
                    flat[index(d, i, j)] = released[at++];
                }
            }
        } else {
            int offset = step.phase() == GramOptions.Phase.MEAN ? 0 : 1;
            for (int j = 0; j < d; j++) {
                flat[j * q + offset] = released[j];
            }
        }
        return Parameters.takeOver(flat);
    }
}
