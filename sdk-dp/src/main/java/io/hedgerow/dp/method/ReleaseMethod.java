// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.federation.RememberedEnd;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.Coordination;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.internal.release.GramOptions;
import io.hedgerow.dp.internal.release.ReleaseStudy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A method whose sites release noisy sums, from which a network is searched at no further cost. */
interface ReleaseMethod extends PrivateMethod {

    /**
     * Of a number that is sent, beyond any count of rows; small enough that lanes carry the whole lattice of the noise,
     * 2^-32, for a thousand sites and more.
     */
    double BOUND = 0x1p45;

    /** What a site's rules and officers allowed is the plan's number of rounds: a release must not take more. */
    static void requireAllRounds(StudyTerms terms, Study study) {
        int needed = study.admm().rounds();
        if (terms.rounds() < needed) {
            throw new IllegalArgumentException("algorithm " + terms.method() + " releases in " + needed
                    + " rounds with these parameters, the plan has rounds " + terms.rounds() + ": write rounds: "
                    + needed);
        }
    }

    /** What is agreed on. */
    ReleaseStudy<?> releases();

    /** What sites release, and at what cost. */
    Map<SiteId, GramOptions> options();

    @Override
    default Study study() {
        return releases().study();
    }

    default GramOptions release(SiteId site) {
        return UnitsOfSites.ofSite(options(), site);
    }

    @Override
    default SumForm sums() {
        return new SumForm.Statistic(BOUND, "private moments of study " + study().name());
    }

    /** Columns are in the units that the release finds. */
    @Override
    default double unit() {
        return 1;
    }

    @Override
    default Map<String, Double> noise(SiteId site) {
        return Map.of("releaseMu", release(site).mu());
    }

    /** Of everything that a layout has a place for. */
    @Override
    default long publishedBytes(List<RoundReport> rounds, long coefficients) {
        return study().sites() * (long) study().layout().size() * Double.BYTES;
    }

    /**
     * What a search found in a release.
     *
     * @param sigma of the noise of a diagonal entry
     */
    record Found(WeightMatrix network, Evidence evidence, List<String> notes, double sigma) {

        /** The same, shown with the marks that are left when causes may be hidden, where that is asked for. */
        Found marked(boolean hiddenCauses) {
            return hiddenCauses ? new Found(network, evidence.byMarks(), notes, sigma) : this;
        }
    }

    /** Runs the rounds and searches what they release. It is over all sites, or there is none. */
    static <R> Ended searched(ReleaseStudy<R> study, Coordination with, Function<R, Found> search)
            throws InterruptedException {
        RememberedEnd remembered = new RememberedEnd(with.journal());
        return study.run(with.channel(), with.aggregator(), remembered)
                .map(search)
                .map(found -> {
                    // noise may make any of the sites stand out
                    Participation participation = new Participation();
                    participation.add(0, with.channel().sites());
                    // the network weighs every entry by its noise, and knows more than the probabilities
                    Evidence evidence = found.evidence().beingCautious();
                    return Ended.released(found.network(), Optional.of(evidence), participation, found.notes())
                            .withNoise(Map.of("matrixSigma", found.sigma()));
                })
                .orElseGet(() -> Ended.unreleased(remembered));
    }
}
