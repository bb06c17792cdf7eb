// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.release.SumDesign;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.ReleasedFigures;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.internal.release.ReleaseDesign;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.internal.release.StatedNoise;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Describes a private release: the noisy sums of every site, and a search on what they release, which costs nothing. A
 * {@link ReleaseMethod} runs it and states what it costs.
 *
 * @param <R> the result of the sums
 */
interface NoisyDesign<R> extends SumDesign {

    /** The name of the standard deviation of the noise of a diagonal entry. */
    String SIGMA = "matrixSigma";

    /** {@return the noisy sums of each site, with their cost; they differ in the number of units only} */
    Map<SiteId, ? extends ReleaseDesign<R>> releases();

    /** {@return the number of units of each site, and the budget of each: public numbers} */
    UnitsOfSites units();

    /** Finds the network of a release, or what its columns are like. */
    Found found(R released);

    /** {@return the noise variance of rows that counts as 1} */
    default double unit() {
        return 1;
    }

    /** A network that a search found, with the σ of the noise of a diagonal entry. */
    static Found found(WeightMatrix network, Evidence evidence, List<String> notes, double sigma) {
        return Found.of(network, evidence, notes).withNoise(SIGMA, sigma);
    }

    private ReleaseDesign<R> release() {
        return ReleaseMethod.any(releases());
    }

    @Override
    default Noise noise() {
        return release().options().noiseSites() > 1 ? Noise.SHARED : Noise.OWN;
    }

    @Override
    default ReleaseSolver solver(SiteId site) {
        return new ReleaseSolver(UnitsOfSites.ofSite(releases(), site), units().openNoise());
    }

    /** {@return the solver for its cost: it opens nothing and cannot draw} */
    default ReleaseSolver stated(SiteId site) {
        return new ReleaseSolver(UnitsOfSites.ofSite(releases(), site), StatedNoise.of(units().noise()));
    }

    @Override
    default String statistic() {
        return "private moments";
    }

    @Override
    default int revision() {
        return 1;
    }

    @Override
    default List<Integer> parts() {
        return release().parts();
    }

    /** {@inheritDoc} The sums are all that a search needs, and no site waits for it. */
    @Override
    default boolean keepsSitesWaiting(int rounds) {
        return false;
    }

    /** {@return the bytes of all sites, each with every place of the layout; see {@link SumDesign#publishedBytes}} */
    @Override
    default long publishedBytes(Study study, long coefficients) {
        return study.sites() * (long) study.layout().size() * Double.BYTES;
    }

    @Override
    default Supplier<Found> read(Sums sums) {
        ReleaseDesign<R> release = release();
        R released = release.released(release.summed(sums, units().counts()));
        sums.countAsOne(); // noise may make any of the sites stand out
        // the network weighs every entry by its noise, and knows more than the probabilities
        return () -> found(released)
                .weighing(Evidence::beingCautious)
                .weighing(found -> figures(released).map(found::with).orElse(found));
    }

    /** {@return what a release tells of margins and pairs; empty where it has none in the units of the data} */
    default Optional<ReleasedFigures> figures(R released) {
        return Optional.empty();
    }

    @Override
    default Found found(Sums sums) {
        return read(sums).get();
    }
}
