// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.internal.greedy.gradient.ClippedGradient;
import io.hedgerow.dp.internal.greedy.gradient.RowClippedGradient;
import io.hedgerow.dp.internal.greedy.gradient.SampleBlocks;
import io.hedgerow.dp.internal.greedy.gradient.UserClippedGradient;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.release.DrawnNoise;
import io.hedgerow.dp.internal.release.ReleasedValues;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs private greedy descent at one site in one study: reads the rows once, makes the releases of round 0 once, and
 * keeps rows and clipped sums between rounds. The rows and sums are as sensitive as the records and are used only while
 * a view of the same data is open.
 */
public abstract class PrivateGreedySolver implements PlannedSolver {

    private final String id;
    private final GreedyOptions options;
    private final NoiseSource noise;
    private final PrivateSteps steps;
    private final InitialRelease initial;
    private int planned = -1;
    private @Nullable DataView seen;
    private @Nullable SampleBlocks samples;
    private double @Nullable [] moments;
    private double @Nullable [] centre;
    private @Nullable PrivateGreedyDescent descent;

    PrivateGreedySolver(String id, GreedyOptions options, NoiseSource noise, PrivateSteps steps) {
        this.id = id;
        this.options = options;
        this.noise = noise;
        this.steps = steps;
        this.initial = new InitialRelease(options);
    }

    @Override
    public final String id() {
        return id;
    }

    public final GreedyOptions options() {
        return options;
    }

    @Override
    public final String noiseSource() {
        return noise.id();
    }

    @Override
    public final boolean protectsUsers() {
        return options.units().byUser();
    }

    @Override
    public final OptionalLong publicUnits() {
        return options.units().publicCount();
    }

    @Override
    public final Adjacency adjacency() {
        return options.units().adjacency();
    }

    /**
     * {@inheritDoc} Remembers the last round planned.
     *
     * @throws IllegalStateException when round 0 and its releases were missed, before anything is reserved
     */
    @Override
    public final MechanismEvent plan(Task task) {
        if (task.round() > 0 && initial.releases() && moments == null) {
            throw missedRoundZero();
        }
        planned = task.round();
        return roundEvent(task.round());
    }

    @Override
    public final List<MechanismEvent> roundPlan(int rounds) {
        if (rounds < 1) {
            throw new IllegalArgumentException("rounds must be at least 1, was " + rounds);
        }
        List<MechanismEvent> plan = new ArrayList<>();
        MechanismEvent later = roundEvent(1);
        for (int round = 0; round < rounds; round++) {
            plan.add(round == 0 ? roundEvent(0) : later);
        }
        return plan;
    }

    private MechanismEvent roundEvent(int round) {
        // one Gaussian draw a step
        MechanismEvent step = noise.law().ofGaussians(steps.event(), 1);
        List<MechanismEvent> events = new ArrayList<>();
        if (round == 0) {
            events.addAll(initial.events(noise.law()));
        }
        for (int k = 0; k < options.steps().count(); k++) {
            events.add(step);
        }
        return new MechanismEvent.Sequence(events);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException when the layout is not linear in the variables of the view, or the problem asks
     *     for the site's mean
     * @throws io.hedgerow.core.data.DataException when the records cannot be read or are not as many as declared
     * @throws IllegalStateException when round 0, in which the releases are made, was missed
     */
    @Override
    public final LocalSolution solve(LocalProblem problem, DataView view) {
        int q = view.schema().size();
        requireLinear(problem.layout(), q);
        requireUncentred(problem.centring());
        Optional<SharedMoments> shared = initial.shared();
        LocalProblem linear = shared.map(mean -> mean.linear(problem)).orElse(problem);
        int d = problem.layout().targets();
        boolean first = planned == 0 && moments == null && initial.releases();
        NoiseSource drawn = first ? initial.drawn(noise) : DrawnNoise.of(noise);
        steps.begin(
                d,
                q,
                PrivateGreedyDescent.excluded(d, q, options.steps().diagonal()),
                options.steps().count());
        load(view, drawn);
        PrivateGreedyDescent current = descent;
        if (current == null || !current.fits(linear)) {
            current = new PrivateGreedyDescent(gradient(), d, q);
            descent = current;
        }
        double[] own = required(moments);
        StepRule rule = new StepRule(
                linear,
                options.steps(),
                shared.map(mean -> mean.told(problem, own)).orElse(own),
                options.units().divisor(),
                options.units().sensitivity());
        double[] b = current.run(linear, rule, steps);
        return new LocalSolution(
                Parameters.takeOver(shared.map(mean -> mean.with(b, own)).orElse(b)),
                options.steps().count(),
                false);
    }

    @Override
    public final void requireFits(Study study, long units) {
        requireLinear(study.layout(), study.schema().size());
        requireUncentred(study.consensus().centring());
        if (adjacency() == Adjacency.REPLACE_ONE && options.units().count() != units) {
            throw new IllegalArgumentException("solver " + id + " was made for "
                    + options.units().count() + " units, the site has " + units
                    + ": noise that fits another number does not protect these; make it for the true number");
        }
    }

    private static void requireUncentred(Centring centring) {
        if (centring != Centring.NONE) {
            throw new IllegalArgumentException("centring must be NONE for a private solver, was " + centring
                    + ": the site's mean depends on every record. Subtract a public centre, or release the mean"
                    + " privately, both with RowCentre");
        }
    }

    /** After this, {@link #samples} and {@link #moments} are of the view's data. */
    private void load(DataView view, NoiseSource drawn) {
        if (seen != null && view.isOfSameData(seen) && moments != null) {
            return;
        }
        double[] known = seen == null ? moments : null;
        if (initial.releases() && known == null && (planned != 0 || moments != null)) {
            throw missedRoundZero();
        }
        SampleBlocks raw = SampleBlocks.read(view, options.units().byUser());
        options.units().requireMatch(raw, view.hidesNumberOfUnits());
        double[] subtracted = known != null ? required(centre) : initial.centre(raw, drawn);
        if (subtracted.length != raw.variables()) {
            throw new IllegalArgumentException(
                    "the released state is of " + subtracted.length + " variables, the data have " + raw.variables());
        }
        SampleBlocks centred = initial.centred(raw, subtracted);
        centre = subtracted;
        moments = known != null ? known : initial.secondMoments(centred, drawn);
        samples = centred;
        seen = view;
        descent = null;
    }

    /** The centre and the second moments, once they are released; empty when both are public. */
    @Override
    public final Payload releasedState() {
        return initial.releases() && moments != null && centre != null
                ? ReleasedValues.write(id, centre, moments)
                : Payload.empty();
    }

    /**
     * Continues from the releases of round 0, unless something was released or taken over before; the next view's rows
     * are centred with them, and nothing is released again.
     */
    @Override
    public final void restore(Payload releasedState) {
        if (moments != null) {
            throw new IllegalStateException(
                    "restore must be called before round 0 and once, the releases of round 0 are known already");
        }
        int variables = (releasedState.size() - id.length() - 1 - 2 * Integer.BYTES) / (2 * Double.BYTES);
        if (!initial.releases() || variables < 1) {
            throw new IllegalArgumentException("this solver releases "
                    + (initial.releases() ? "a centre and second moments" : "nothing") + " in round 0, was given "
                    + releasedState.size() + " bytes: the journal is of other settings");
        }
        List<double[]> vectors = ReleasedValues.read(id, releasedState, variables, variables);
        centre = vectors.get(0);
        moments = vectors.get(1);
    }

    private static IllegalStateException missedRoundZero() {
        return new IllegalStateException(
                "the releases of round 0 must be computed in round 0, once and on the data of the"
                        + " study: a site that missed it cannot take part in this study");
    }

    private ClippedGradient gradient() {
        SampleBlocks rows = required(samples);
        return options.units().byUser() ? new UserClippedGradient(rows) : new RowClippedGradient(rows);
    }

    private static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("the data must be loaded first");
        }
        return value;
    }

    /**
     * Parameter s of a slice must multiply variable s of the view, and the first d variables must be the targets;
     * behind them is the moment of the target where moments are shared.
     */
    private void requireLinear(ParameterLayout layout, int variables) {
        int more = initial.shared().isPresent() ? 1 : 0;
        boolean linear = layout.sliceLength() == variables + more && (more == 0 || layout.source(variables) < 0);
        for (int s = 0; linear && s < variables; s++) {
            linear = layout.source(s) == (s < layout.targets() ? s : -1);
        }
        if (!linear) {
            throw new IllegalArgumentException("the layout must be linear in the " + variables
                    + " variables of the data: one parameter per edge, then parameters without edges, was " + layout);
        }
    }
}
