// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.greedy.gradient.SampleBlocks;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.RowCentre;
import io.hedgerow.dp.internal.greedy.settings.RowMomentsRelease;
import io.hedgerow.dp.internal.greedy.settings.Smoothness;
import io.hedgerow.dp.internal.release.DrawnNoise;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The releases before the first greedy step: the mean, then second moments of the centred rows, where they are not
 * public.
 */
record InitialRelease(GreedyOptions options) {

    /** Whether round 0 costs more than the others. */
    boolean releases() {
        return options.centre() instanceof RowCentre.PrivateMean
                || !(options.smoothness() instanceof Smoothness.PublicMoments);
    }

    /** How the moments are shared; empty where each site keeps its own. */
    Optional<SharedMoments> shared() {
        return options.smoothness() instanceof Smoothness.PrivateMoments moments && moments.shared()
                ? Optional.of(new SharedMoments(moments))
                : Optional.empty();
    }

    /** The events of the releases with noise of a law, in the order in which they are made. */
    List<MechanismEvent> events(NoiseSource.Law law) {
        List<MechanismEvent> events = new ArrayList<>();
        if (options.centre() instanceof RowCentre.PrivateMean mean) {
            events.add(cost(release(mean), law));
        }
        if (options.smoothness() instanceof Smoothness.PrivateMoments moments) {
            events.add(cost(release(moments), law));
        } else if (options.smoothness() instanceof Smoothness.InsecureExactMoments) {
            events.add(new MechanismEvent.NonPrivate("exact second moments as smoothness constants"));
        }
        return events;
    }

    private static MechanismEvent cost(RowMomentsRelease release, NoiseSource.Law law) {
        return law.ofGaussians(release.event(), release.sigmas().length);
    }

    /** The noise of all releases, to be drawn before a row is read. */
    DrawnNoise drawn(NoiseSource noise) {
        DoubleStream.Builder sigmas = DoubleStream.builder();
        if (options.centre() instanceof RowCentre.PrivateMean mean) {
            Arrays.stream(release(mean).sigmas()).forEach(sigmas::add);
        }
        if (options.smoothness() instanceof Smoothness.PrivateMoments moments) {
            Arrays.stream(release(moments).sigmas()).forEach(sigmas::add);
        }
        return DrawnNoise.of(noise, sigmas.build().toArray());
    }

    private RowMomentsRelease release(RowCentre.PrivateMean mean) {
        return new RowMomentsRelease(options.units(), mean.bounds().size(), mean.mu());
    }

    private RowMomentsRelease release(Smoothness.PrivateMoments moments) {
        return new RowMomentsRelease(options.units(), moments.variables(), moments.mu());
    }

    /** The centre to subtract from rows; zeros when nothing is subtracted. */
    double[] centre(SampleBlocks samples, NoiseSource noise) {
        int q = samples.variables();
        if (options.centre() instanceof RowCentre.PublicCentre known) {
            return values("centre", known.centre(), q);
        }
        if (options.centre() instanceof RowCentre.PrivateMean mean) {
            return release(mean).mean(samples, values("bounds", mean.bounds(), q), noise);
        }
        return new double[q];
    }

    SampleBlocks centred(SampleBlocks samples, double[] centre) {
        return options.centre() instanceof RowCentre.Origin ? samples : samples.minus(centre);
    }

    double[] secondMoments(SampleBlocks samples, NoiseSource noise) {
        int q = samples.variables();
        if (options.smoothness() instanceof Smoothness.PublicMoments known) {
            if (known.secondMoments().size() == 1) {
                double[] same = new double[q];
                Arrays.fill(same, known.secondMoments().get(0));
                return same;
            }
            return values("secondMoments", known.secondMoments(), q);
        }
        if (options.smoothness() instanceof Smoothness.PrivateMoments range) {
            return release(range).secondMoments(samples, range, noise);
        }
        return samples.secondMoments();
    }

    private static double[] values(String name, List<Double> values, int variables) {
        if (values.size() != variables) {
            throw new IllegalArgumentException(name + " must have one value for each of the " + variables
                    + " variables of the data, has " + values.size());
        }
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
