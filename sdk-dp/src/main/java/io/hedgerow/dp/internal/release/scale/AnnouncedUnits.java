// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.scale;

import io.hedgerow.core.internal.federation.coordinator.SumCoordinator;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.dp.internal.release.GramOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * What the coordinator of a {@link ScaledRelease} announces between its rounds: the deviation of every variable, or
 * before products what deviations are made to. Post-processing.
 *
 * @param options of the sites
 * @param steps rounds
 * @param units of the sites, all of them
 * @param last from deviations to what values are divided by before products: [d]
 */
public record AnnouncedUnits(
        GramOptions options, List<GramOptions.Step> steps, long units, UnaryOperator<double[]> last) {

    /** One unit for all columns: the geometric mean of deviations, in which the range of their errors is narrow. */
    public static double[] common(double[] deviations) {
        double mean = Arrays.stream(deviations).map(StrictMath::log).average().orElse(0);
        double[] all = new double[deviations.length];
        Arrays.fill(all, StrictMath.exp(mean));
        return all;
    }

    public static double[] roots(double[] deviations) {
        return Arrays.stream(deviations).map(Math::sqrt).toArray();
    }

    /**
     * Runs the rounds; {@code released} of the last sum and what was announced before it. Empty when a site did not
     * answer.
     */
    public <R> Optional<R> announced(
            SumCoordinator coordinator, ParameterLayout layout, BiFunction<Parameters, Parameters, R> released)
            throws InterruptedException {
        Parameters[] last = {Parameters.zeros(layout.size())};
        return coordinator
                .run(steps.size(), (round, total) -> {
                    last[0] = after(round, total, last[0], layout);
                    return last[0];
                })
                .map(release -> released.apply(release.aggregate().sum(), last[0]));
    }

    /** What is announced after a round that is not the last. */
    Parameters after(int round, Aggregate total, Parameters before, ParameterLayout layout) {
        int slice = layout.sliceLength();
        double[] deviations = new double[options.variables()];
        for (int j = 0; j < deviations.length; j++) {
            double announced = before.get(j * slice + 1);
            double mean = total.sum().get(j * slice + 1) / units;
            deviations[j] = switch (steps.get(round).phase()) {
                case SCALE -> ScaleSum.deviation(options, mean);
                case FINE_SCALE -> announced * ScaleSum.fineDeviation(mean);
                // each site's own mean is for the site: after it, units stay those of the scale before
                case ROUGH_MEAN, MEAN -> announced;
                case PRODUCTS -> throw new IllegalArgumentException("nothing is announced after products");
            };
        }
        boolean products = steps.get(round + 1).phase() == GramOptions.Phase.PRODUCTS;
        double[] announced = products ? last.apply(deviations) : deviations;
        double[] next = before.toArray();
        for (int j = 0; j < announced.length; j++) {
            next[j * slice + 1] = announced[j];
        }
        return Parameters.takeOver(next);
    }
}
