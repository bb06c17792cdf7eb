// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.release.SumDesign;
import io.hedgerow.core.internal.search.sums.MomentRelease;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Describes one private release: the rounds, each of which sums something over units with noise, the places of the
 * numbers in messages, and the result. Sites and coordinator read the same design: a {@link ReleaseSolver} sums at a
 * site, and {@link #summed} asks for the sums. Public; contains nothing computed from data. Immutable.
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

    /**
     * The centre that is subtracted from values: [d], public, or released before.
     *
     * @param previous what this site released
     * @param announced what follows from the releases of all sites
     */
    default double[] centre(Parameters previous, Parameters announced) {
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

    /** The result, from what was summed. */
    default R released(Summed all) {
        return released(all.sums(), all.announced(), all.total());
    }

    /**
     * The study of this release.
     *
     * @param agreement says over how many sites a sum must be at least: all of them where they share the noise
     * @param schema of the rows that every site makes of its own
     */
    default Study study(Agreement agreement, VariableSchema schema) {
        if (schema.size() != columns()) {
            throw new IllegalArgumentException("schema must have " + columns() + " variables, has " + schema.size());
        }
        RoundPolicy policy = new RoundPolicy(
                agreement.policy().quorum(), agreement.policy().deadline(), RoundPolicy.Convergence.never());
        int sites = agreement.sites().size();
        return MomentRelease.study(agreement.name(), schema, layout(), rounds(), sites, policy);
    }

    /**
     * Asks the sites for the sums of all rounds, each after what follows from those before. Sites may differ in n and
     * μ, but then the stated σ does not describe the sum.
     *
     * @param from the exchange with the sites
     * @param units of every site, public; with zero-out the public constants
     */
    default Summed summed(SumDesign.Sums from, Map<SiteId, Long> units) {
        Parameters announced = Parameters.zeros(layout().size());
        List<Parameters> sums = new ArrayList<>(List.of(from.first().sum()));
        for (int round = 0; round + 1 < rounds(); round++) {
            announced = announced(round, sums.get(round), announced, Total.of(from.included(), units));
            sums.add(from.after(announced));
        }
        return new Summed(sums, announced, Total.of(from.included(), units));
    }

    /**
     * What the sites released.
     *
     * @param sums of all rounds
     * @param announced before the last
     * @param total of the last
     */
    record Summed(List<Parameters> sums, Parameters announced, Total total) {
        public Summed {
            sums = List.copyOf(sums);
        }

        public Parameters last() {
            return sums.get(sums.size() - 1);
        }
    }

    /**
     * The public numbers of sites and units over which a sum is formed.
     *
     * @param sites how many add noise
     * @param units rows or users of all of them; with zero-out the sum of the public constants
     */
    record Total(int sites, long units) {

        static Total of(Set<SiteId> included, Map<SiteId, Long> units) {
            return new Total(
                    included.size(),
                    included.stream()
                            .map(units::get)
                            .map(Objects::requireNonNull)
                            .reduce(0L, Math::addExact));
        }
    }

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
