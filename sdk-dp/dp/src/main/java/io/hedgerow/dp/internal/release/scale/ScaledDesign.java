// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.scale;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.dp.internal.release.NoisyRound;
import io.hedgerow.dp.internal.release.ReleaseDesign;
import io.hedgerow.dp.internal.release.ReleaseDesign.ReleaseStep.Kind;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import java.util.Arrays;

/**
 * Releases products after rounds that find the divisors of columns, and on request the centre: each round a sum of
 * {@link ScaleSum} or {@link MeanSum}, the last one of products.
 *
 * <p>The slice of variable j holds the site's mean in place 0, the unit in place 1, as announced by the coordinator or
 * as summed in scale rounds, then products. The coordinator announces the deviation of every variable, or before
 * products the units that follow from deviations. It does not use the sum of the sites' means, unless a design says so.
 */
public interface ScaledDesign<R> extends ReleaseDesign<R> {

    NoisyRound products(double noiseMultiplier);

    /** Puts released products into their places. */
    void place(double[] products, double[] message);

    /** The divisors of values before products, [d], from deviations. */
    double[] unitsOf(double[] deviations);

    @Override
    default NoisyRound sum(int round, Parameters announced) {
        double multiplier = noiseMultiplier(round);
        return switch (kind(round)) {
            case SCALE -> new ScaleSum(options(), multiplier, options().zeroRowVanishes());
            case FINE_SCALE -> ScaleSum.fine(options(), multiplier);
            case ROUGH_MEAN -> new MeanSum(options(), multiplier);
            case MEAN -> new MeanSum(options(), multiplier, false);
            case PRODUCTS -> products(multiplier);
            case HISTOGRAM, TABLES -> throw new IllegalStateException("a release of scales has no histograms");
        };
    }

    private int slice() {
        return layout().sliceLength();
    }

    /** The centre, public or released by this site: that stays in its own values. */
    @Override
    default double[] centre(Parameters previous, Parameters announced) {
        double[] centre = new double[options().variables()];
        int slice = slice();
        Arrays.setAll(
                centre,
                j -> options().centre() instanceof ReleaseCentre.Known known
                        ? known.values().get(j)
                        : previous.get(j * slice));
        return centre;
    }

    @Override
    default double[] units(int round, Parameters announced) {
        double[] units = new double[options().variables()];
        int slice = slice();
        Arrays.setAll(units, j -> round == 0 ? 1 : announced.get(j * slice + 1));
        return units;
    }

    @Override
    default void place(int round, double[] released, double[] centre, double[] units, double[] message) {
        int slice = slice();
        Kind kind = kind(round);
        if (kind == Kind.PRODUCTS) {
            place(released, message);
            return;
        }
        for (int j = 0; j < released.length; j++) {
            if (kind == Kind.SCALE || kind == Kind.FINE_SCALE) {
                message[j * slice + 1] = released[j];
            } else {
                double moved = released[j]
                        * units[j]
                        * MeanSum.radius(released.length)
                        / options().rows();
                message[j * slice] = kind == Kind.MEAN ? centre[j] + moved : moved;
            }
        }
    }

    @Override
    default Parameters announced(int round, Parameters sum, Parameters before, Total total) {
        int slice = slice();
        double[] deviations = new double[options().variables()];
        for (int j = 0; j < deviations.length; j++) {
            double announced = before.get(j * slice + 1);
            double mean = sum.get(j * slice + 1) / total.units();
            deviations[j] = switch (kind(round)) {
                case SCALE -> ScaleSum.deviation(options(), mean);
                case FINE_SCALE -> announced * ScaleSum.fineDeviation(mean);
                // each site's own mean is for the site: after it, units stay those of the scale before
                case ROUGH_MEAN, MEAN -> announced;
                case HISTOGRAM, TABLES, PRODUCTS ->
                    throw new IllegalArgumentException("nothing is announced after products");
            };
        }
        double[] announced = kind(round + 1) == Kind.PRODUCTS ? unitsOf(deviations) : deviations;
        double[] next = before.toArray();
        for (int j = 0; j < announced.length; j++) {
            next[j * slice + 1] = announced[j];
        }
        return Parameters.takeOver(next);
    }
}
