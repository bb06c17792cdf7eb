// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
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

/**
 * A site's part in a release of noisy sums: one sum over its units in each of some rounds. What rounds cost is known
 * before the first and changed by nothing that is announced; a round is planned before it is answered, once, and all
 * its noise is drawn before a row is read. Not thread-safe.
 */
public abstract class PlannedRelease implements PlannedSolver {

    private final String name;
    private final GramOptions options;
    private final NoiseSource noise;
    private final int columns;
    private final int places;
    private int planned = -1;

    /** Of data with so many columns, in messages with so many places. */
    public PlannedRelease(String name, GramOptions options, NoiseSource noise, int columns, int places) {
        this.name = name;
        this.options = options;
        this.noise = noise;
        this.columns = columns;
        this.places = places;
    }

    /** One of each round. */
    public abstract List<MechanismEvent> costs();

    /** What is sent, with what was released before in its place: an update has only what is new. */
    public abstract Parameters answer(int round, LocalProblem problem, DataView view);

    /** {@inheritDoc} Another one when sites share the noise, so that a site's policy must allow it by name. */
    @Override
    public final String id() {
        return options.noiseSites() > 1 ? name + "-shared-noise" : name;
    }

    @Override
    public final int sitesInSum() {
        return options.noiseSites();
    }

    @Override
    public final boolean protectsPersons() {
        return options.byPerson();
    }

    @Override
    public final Adjacency adjacency() {
        return options.adjacency();
    }

    @Override
    public final MechanismEvent plan(Task task) {
        planned = -1;
        List<MechanismEvent> costs = costs();
        int round = task.round();
        if (round < 0 || round >= costs.size()) {
            throw new IllegalArgumentException(
                    "this release has " + costs.size() + " rounds, was asked for round " + round + ", counted from 0");
        }
        planned = round;
        return costs.get(round);
    }

    @Override
    public final List<MechanismEvent> roundPlan(int rounds) {
        List<MechanismEvent> costs = costs();
        if (rounds != costs.size()) {
            throw new IllegalArgumentException("rounds must be " + costs.size() + ", was " + rounds);
        }
        return costs;
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
    public final LocalSolution solve(LocalProblem problem, DataView view) {
        int round = planned;
        planned = -1;
        if (round < 0) {
            throw new IllegalStateException("plan must be called before each solve, was not");
        }
        requireUncentred(problem);
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

    /** The sum of a round with its noise. */
    public final double[] released(DataView view, GramPhase phase, double[] centre, double[] units) {
        return released(view, options, phase, centre, units, noise);
    }

    /** A whole release: its noise first, then the rows. */
    public static double[] released(
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
                    + "; the study stays charged, because data are read only after that. Declare the true number"
                    + (options.byPerson()
                            ? ""
                            : ": in a CSV file every line after the first is a row, blank ones too"));
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
}
