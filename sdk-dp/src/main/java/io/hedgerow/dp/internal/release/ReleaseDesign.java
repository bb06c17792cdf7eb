// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.dp.internal.release.ReleaseStep.Kind;
import java.util.Arrays;
import java.util.List;

/**
 * What one private release consists of: the steps, each of which sums something of every unit with noise, where the
 * numbers are in messages, and what follows from them. Sites and coordinator read the same design: a
 * {@link ReleaseSolver} sums, a {@link ReleaseStudy} asks and concludes. Public; contains nothing computed from data.
 * Immutable.
 *
 * @param <R> what the coordinator makes of the sums; post-processing
 */
public interface ReleaseDesign<R> {

    /** Of the solver, as ledgers and policies know it. */
    String name();

    /** d, n, neighbours, centre, μ and who shares the noise. */
    ReleaseOptions options();

    /** Number of columns of the rows that are read. */
    default int columns() {
        return options().variables();
    }

    /** Of messages, without edges. */
    ParameterLayout layout();

    /** The rounds. */
    List<ReleaseStep> steps();

    /** Where the part begins that each round fills, and where the last one ends; empty where rounds have no parts. */
    default List<Integer> parts() {
        return List.of();
    }

    /** The sum of a round. What it costs and how much noise it has are the same whatever was told. */
    NoisyRound sum(int round, Parameters told);

    /** What could be told before anything is known: of the layout's size. */
    default Parameters untold() {
        return Parameters.zeros(layout().size());
    }

    /** What is subtracted from values: [d], public or released before by this site. */
    default double[] centre(Parameters previous) {
        return options().requireKnownCentre(name()).vector();
    }

    /** What values are divided by in a round: [d], as announced. */
    default double[] units(int round, Parameters told) {
        double[] ones = new double[options().variables()];
        Arrays.fill(ones, 1);
        return ones;
    }

    /** Puts what a round released, about that centre and in those units, where it belongs in a message. */
    default void place(int round, double[] released, double[] centre, double[] units, double[] message) {
        System.arraycopy(released, 0, message, parts().get(round), released.length);
    }

    /** What sites are told after a round that is not the last: follows from its sum and from what was told before. */
    Parameters told(int round, Parameters sum, Parameters before, Total total);

    /** What follows from the sums of all rounds, and from what was told last. */
    R released(List<Parameters> sums, Parameters told, Total total);

    /**
     * Over whom sums are; public.
     *
     * @param sites how many add noise
     * @param units rows or persons of all of them; with zero-out the sum of the public constants
     */
    record Total(int sites, long units) {}

    /** Number of rounds. */
    default int rounds() {
        return steps().size();
    }

    /** 1/μ of a round, by its share of μ²: z = σ / sensitivity. */
    default double noiseMultiplier(int round) {
        return options().noiseMultiplier(steps().get(round).share());
    }

    /** Of a round. */
    default Kind kind(int round) {
        return steps().get(round).kind();
    }
}
