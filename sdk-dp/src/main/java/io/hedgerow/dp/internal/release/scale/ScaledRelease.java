// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.scale;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.release.GramCentre;
import io.hedgerow.dp.internal.release.GramOptions;
import io.hedgerow.dp.internal.release.GramPhase;
import io.hedgerow.dp.internal.release.PlannedRelease;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A release of products whose rounds before find what columns are divided by, and where asked what is subtracted: each
 * round a sum of {@link ScaleSum} or {@link GramMeanSum}, the last one of products.
 *
 * <p>The slice of variable j holds the site's mean in place 0, the unit in place 1, as announced by the coordinator or
 * as summed in scale rounds, then products. What the coordinator sums of the sites' means is of no use to it.
 */
public abstract class ScaledRelease extends PlannedRelease {

    private final GramOptions options;
    private final List<GramOptions.Step> steps;
    private final List<GramPhase> phases = new ArrayList<>();
    private final int slice;

    /** {@code products}: the sum of the last round, from the multiplier of its noise. */
    public ScaledRelease(
            String name,
            GramOptions options,
            List<GramOptions.Step> steps,
            Function<Double, GramPhase> products,
            NoiseSource noise,
            int columns,
            ParameterLayout layout) {
        super(name, options, noise, columns, layout.size());
        this.options = options;
        this.steps = steps;
        this.slice = layout.sliceLength();
        for (GramOptions.Step step : steps) {
            double multiplier = options.noiseMultiplier(step);
            phases.add(
                    switch (step.phase()) {
                        case SCALE -> new ScaleSum(options, multiplier, options.zeroRowVanishes());
                        case FINE_SCALE -> ScaleSum.fine(options, multiplier);
                        case ROUGH_MEAN -> new GramMeanSum(options, multiplier);
                        case MEAN -> new GramMeanSum(options, multiplier, false);
                        case PRODUCTS -> products.apply(multiplier);
                    });
        }
    }

    /** Puts released products where they belong. */
    public abstract void place(double[] products, double[] flat);

    @Override
    public final List<MechanismEvent> costs() {
        return phases.stream().map(GramPhase::event).toList();
    }

    @Override
    public final Parameters answer(int round, LocalProblem problem, DataView view) {
        int d = options.variables();
        double[] centre = new double[d];
        double[] units = new double[d];
        given(problem, round, centre, units);
        GramOptions.Step step = steps.get(round);
        double[] released = released(view, phases.get(round), centre, units);
        // what was released before stays where it is; so an update holds only what is new
        double[] flat = problem.previous().toArray();
        switch (step.phase()) {
            case PRODUCTS -> place(released, flat);
            case SCALE, FINE_SCALE -> {
                for (int j = 0; j < d; j++) {
                    flat[j * slice + 1] = released[j];
                }
            }
            case ROUGH_MEAN, MEAN -> {
                for (int j = 0; j < d; j++) {
                    double moved = released[j] * units[j] * GramMeanSum.radius(d) / options.rows();
                    flat[j * slice] = step.phase() == GramOptions.Phase.MEAN ? centre[j] + moved : moved;
                }
            }
        }
        return Parameters.takeOver(flat);
    }

    /** The units that were announced, and the centre: what this site released stays in its own values. */
    private void given(LocalProblem problem, int round, double[] centre, double[] units) {
        for (int j = 0; j < centre.length; j++) {
            centre[j] = options.centre() instanceof GramCentre.Known known
                    ? known.values().get(j)
                    : problem.previous().get(j * slice);
            units[j] = round == 0 ? 1 : problem.consensus().get(j * slice + 1);
            if (!(units[j] > 0 && units[j] < Double.POSITIVE_INFINITY)
                    || !(Math.abs(centre[j]) < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "announced units must be finite and > 0 and centres finite, were not");
            }
        }
    }
}
