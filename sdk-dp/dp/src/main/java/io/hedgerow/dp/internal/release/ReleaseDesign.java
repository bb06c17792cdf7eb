// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import java.util.Arrays;
import java.util.List;

/**
 * Describes one private release: the rounds, each of which sums something over units with noise, the places of the
 * numbers in messages, and the result. Sites and coordinator read the same design: a {@link ReleaseSolver} sums, a
 * {@link ReleaseStudy} sends tasks and computes the result. Public; contains nothing computed from data. Immutable.
 *
 * <p>Before each round the coordinator announces public parameters, which follow from the rounds before.
 *
 * @param <R> the result that the coordinator computes from the sums; post-processing
 */
public interface ReleaseDesign<R> {

    /** The name of the solver in ledgers and policies. */
    String name();

    /** d, n, neighbours, centre, μ and who shares the noise. */
    ReleaseOptions options();

    /** The number of columns of the rows that are read. */
    default int columns() {
        return options().variables();
    }

    /** The layout of messages, without edges. */
    ParameterLayout layout();

    List<ReleaseStep> steps();

    /**
     * The position where the part of each round begins, and where the last one ends; empty where rounds have no parts.
     */
    default List<Integer> parts() {
        return List.of();
    }

    /** The sum of a round. Its cost and its noise do not depend on the announcement. */
    NoisyRound sum(int round, Parameters announced);

    /** The announcement before anything is known: of the layout's size. */
    default Parameters unannounced() {
        return Parameters.zeros(layout().size());
    }

    /** The centre that is subtracted from values: [d], public or released before by this site. */
    default double[] centre(Parameters previous) {
        return options().requireKnownCentre(name()).vector();
    }

    /** The divisors of values in a round: [d], as announced. */
    default double[] units(int round, Parameters announced) {
        double[] ones = new double[options().variables()];
        Arrays.fill(ones, 1);
        return ones;
    }

    /** Puts the release of a round, about that centre and in those units, into its place in a message. */
    default void place(int round, double[] released, double[] centre, double[] units, double[] message) {
        System.arraycopy(released, 0, message, parts().get(round), released.length);
    }

    /** The announcement after a round that is not the last: follows from its sum and the announcement before. */
    Parameters announced(int round, Parameters sum, Parameters before, Total total);

    /** The result, from the sums of all rounds and the last announcement. */
    R released(List<Parameters> sums, Parameters announced, Total total);

    /**
     * The public numbers of sites and units over which a sum is formed.
     *
     * @param sites how many add noise
     * @param units rows or users of all of them; with zero-out the sum of the public constants
     */
    record Total(int sites, long units) {}

    default int rounds() {
        return steps().size();
    }

    /** 1/μ of a round, by its share of μ²: z = σ / sensitivity. */
    default double noiseMultiplier(int round) {
        return options().noiseMultiplier(steps().get(round).share());
    }

    default ReleaseStep.Kind kind(int round) {
        return steps().get(round).kind();
    }

    /**
     * A round of a release.
     *
     * @param kind the kind of sum
     * @param share of μ² that the round may cost
     */
    record ReleaseStep(Kind kind, double share) {

        public enum Kind {
            SCALE,
            /** Finds the scale within a factor of about 7 of the scale before, for less noise. */
            FINE_SCALE,
            /** A mean about 0, by deviations from 0: where values are far from 0, its noise is as wide as that. */
            ROUGH_MEAN,
            /** A mean about the rough mean, by deviations from it. */
            MEAN,
            HISTOGRAM,
            /** Counts combinations of levels. */
            TABLES,
            /** Products of columns that a row map makes, or of rows with earlier ones. */
            PRODUCTS
        }
    }
}
