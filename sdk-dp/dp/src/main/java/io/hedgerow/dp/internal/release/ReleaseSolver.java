// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.internal.text.DeclaredNumber;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Runs a site's part in a private release: one noisy sum over its units in each round of a {@link ReleaseDesign}, from
 * which the coordinator learns without further cost. The cost of rounds is known before the first and does not depend
 * on announcements; a round is planned before it is answered, once, and all its noise is drawn before a row is read.
 *
 * <p><b>Private</b> for the unit and under the adjacency of the options, at the Gaussian events of {@link #roundPlan};
 * together one of μ. Every round is differentially private towards everyone who sees its sum. What the coordinator
 * announces decides about accuracy, not about privacy. Proof notes: {@code docs/privacy-proofs/}, of the design's sums.
 * Not thread-safe.
 */
public final class ReleaseSolver implements PlannedSolver {

    private final ReleaseDesign<?> design;
    private final ReleaseOptions options;
    private final NoiseSource noise;
    private final List<MechanismEvent> costs;
    private int planned = -1;

    /** A solver with the usual noise. */
    public ReleaseSolver(ReleaseDesign<?> design) {
        this(design, NoiseSource.usual());
    }

    /** A solver with noise of a source that only it uses, at the cost that follows from the law of that source. */
    public ReleaseSolver(ReleaseDesign<?> design, NoiseSource noise) {
        this.design = design;
        this.options = design.options();
        this.noise = noise;
        this.costs = costs(design, noise.law());
    }

    /** The options of the release. */
    public ReleaseOptions options() {
        return options;
    }

    /**
     * The cost of each round of a design with noise of a law.
     *
     * @throws IllegalArgumentException when the noise cannot be drawn, or sites share it and the law does not cover
     *     sums of shares
     */
    public static List<MechanismEvent> costs(ReleaseDesign<?> design, NoiseSource.Law law) {
        if (design.options().noiseSites() > 1 && !law.coversShares()) {
            throw new IllegalArgumentException("noise that sites share must be exact discrete noise, because the law of"
                    + " a sum of shares is not proved for the source that was asked for: take noise discrete, or a plan"
                    + " without secureAggregation");
        }
        Parameters unannounced = design.unannounced();
        return IntStream.range(0, design.rounds())
                .mapToObj(round -> design.sum(round, unannounced))
                .map(sum -> law.ofGaussians(sum.event(), sum.sigmas().length))
                .toList();
    }

    /** The number of draws of all rounds of a design. */
    public static long draws(ReleaseDesign<?> design) {
        Parameters unannounced = design.unannounced();
        return IntStream.range(0, design.rounds())
                .mapToLong(round -> design.sum(round, unannounced).sigmas().length)
                .sum();
    }

    /** The message of a round, with earlier releases in their places; an update has the new part only. */
    private Parameters answer(int round, LocalProblem problem, DataView view) {
        double[] centre = design.centre(problem.previous(), problem.consensus());
        double[] units = design.units(round, problem.consensus());
        for (int j = 0; j < centre.length; j++) {
            if (!(units[j] > 0 && units[j] < Double.POSITIVE_INFINITY)
                    || !(Math.abs(centre[j]) < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "announced units must be finite and > 0 and centres finite, were not");
            }
        }
        NoisyRound sum = design.sum(round, problem.consensus());
        double[] released = released(view, options, sum, centre, units, noise);
        double[] message = problem.previous().toArray();
        design.place(round, released, centre, units, message);
        return Parameters.takeOver(message);
    }

    /** {@inheritDoc} Another one when sites share the noise, so that a site's policy must allow it by name. */
    @Override
    public String id() {
        return options.noiseSites() > 1 ? design.name() + "-shared-noise" : design.name();
    }

    @Override
    public String noiseSource() {
        return noise.id();
    }

    @Override
    public int sitesInSum() {
        return options.noiseSites();
    }

    @Override
    public boolean protectsUsers() {
        return options.byUser();
    }

    @Override
    public OptionalLong publicUnits() {
        return options.publicRows();
    }

    @Override
    public Adjacency adjacency() {
        return options.adjacency();
    }

    @Override
    public MechanismEvent plan(Task task) {
        planned = -1;
        int round = task.round();
        if (round < 0 || round >= costs.size()) {
            throw new IllegalArgumentException(
                    "this release has " + costs.size() + " rounds, was asked for round " + round + ", counted from 0");
        }
        planned = round;
        return costs.get(round);
    }

    @Override
    public List<MechanismEvent> roundPlan(int rounds) {
        if (rounds != costs.size()) {
            throw new IllegalArgumentException("rounds must be " + costs.size() + ", was " + rounds);
        }
        return costs;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException when the problem asks for the site's own mean to be subtracted, or the layout or
     *     the announcement is not that of this release
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
        requireUncentred(problem);
        int columns = design.columns();
        int places = design.layout().size();
        if (view.schema().size() != columns || problem.layout().size() != places) {
            throw new IllegalArgumentException(
                    "data and layout must have the planned " + columns + " columns and " + places + " places, have "
                            + view.schema().size() + " and " + problem.layout().size());
        }
        return new LocalSolution(answer(round, problem, view), 1, true);
    }

    public static void requireUncentred(LocalProblem problem) {
        if (problem.centring() != Centring.NONE) {
            throw new IllegalArgumentException("centring must be NONE, was " + problem.centring()
                    + ": a site's own mean depends on every record; give a public centre or ask for a private mean");
        }
    }

    /** Makes a whole release: draws its noise first, then reads the rows. */
    public static double[] released(
            DataView view,
            ReleaseOptions options,
            NoisyRound phase,
            double[] centre,
            double[] units,
            NoiseSource noise) {
        DrawnNoise drawn = DrawnNoise.of(noise, phase.sigmas());
        phase.begin(centre, units);
        read(view, options, phase);
        return phase.finish(drawn);
    }

    /**
     * Reads all units. With replace-one adjacency their number is public and must be the declared one; they may be
     * added where they are. A secret number, of the release or of the ledger that pays for it, is compared with
     * nothing: a refusal would tell it. More units than fit are added one after the other, see {@link UnitCounter}, for
     * which they must arrive here in their order.
     */
    private static void read(DataView view, ReleaseOptions options, NoisyRound phase) {
        UnitCounter units = new UnitCounter(phase, SumRange.mostUnits(options.adjacency(), options.rows()));
        if (options.adjacency() == Adjacency.ZERO_OUT || view.hidesNumberOfUnits()) {
            if (options.byUser()) {
                users(view, units);
            } else {
                view.forEachRow(units::add);
            }
            return;
        }
        UnitCounter all = options.byUser() ? view.sumOfUsers(units) : view.sumOfRows(units);
        new DeclaredNumber(options.rows(), options.byUser())
                .complaint("the data", all.count(), "the study stays charged, because data are read only after that")
                .ifPresent(complaint -> {
                    throw new DataException(complaint);
                });
        if (all.phase() != phase) {
            phase.merge(all.phase());
        }
    }

    /** Keeps all rows until those of every user are complete. */
    private static void users(DataView view, UnitCounter units) {
        Map<Long, List<double[]>> rows = new LinkedHashMap<>();
        view.forEachUserRow((user, row) ->
                rows.computeIfAbsent(user, unseen -> new ArrayList<>()).add(row.clone()));
        rows.values().forEach(units::addUser);
    }
}
