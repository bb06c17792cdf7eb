// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.internal.feature.FeatureLearner;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.method.Coordination;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.internal.denoise.network.ReleasedCurves;
import io.hedgerow.dp.internal.release.GramCentre;
import io.hedgerow.dp.internal.release.GramOptions;
import io.hedgerow.dp.internal.release.histogram.FeatureOptions;
import io.hedgerow.dp.internal.release.histogram.FeatureReleaseSolver;
import io.hedgerow.dp.internal.release.histogram.FeatureStudy;
import java.util.Map;
import java.util.TreeMap;

/**
 * One private release each of scales, histograms and moments of curves, and a search for a network whose relations are
 * curves. Behind masks, sites share the noise.
 */
record PrivateFeatureMethod(
        FeatureStudy releases,
        Map<SiteId, GramOptions> options,
        UnitsOfSites units,
        EdgeKnowledge knowledge,
        double threshold)
        implements ReleaseMethod {

    static final String NAME = "dp-feature-gram";

    static final MethodDescriptor DESCRIPTOR = MethodDescriptor.of(
                    NAME,
                    "one private release each of scales, histograms and moments of curves, then a search for a network"
                            + " whose relations may be curves",
                    MethodTrait.PROMISE,
                    MethodTrait.RELEASE,
                    MethodTrait.SHARED_NOISE,
                    MethodTrait.SEARCH,
                    MethodTrait.CURVES)
            .with(
                    UnitsOfSites.ROWS_OF_SITE,
                    UnitsOfSites.PERSONS_OF_SITE,
                    PrivateMomentsMethod.CENTRE,
                    PrivateMomentsMethod.THRESHOLD)
            .with(PrivateMomentsMethod.DEVIATIONS)
            .knowingEdges();

    /** Since the last column of a variable is a square, and masked sites send the part of the round. */
    private static final int REVISION = 2;

    static PrivateFeatureMethod of(StudyTerms terms, MethodParameters parameters) {
        terms.requireAllSites();
        UnitsOfSites units = UnitsOfSites.of(terms, parameters);
        double threshold = parameters.has("threshold") ? parameters.positive("threshold", 1) : 0;
        EdgeKnowledge knowledge = EdgeKnowledge.of(parameters.knownEdges(), terms.schema());
        Map<SiteId, GramOptions> options = ofHistograms(terms, parameters, units);
        // refuses noise that cannot be drawn before it is paid
        options.values().forEach(own -> new FeatureReleaseSolver(new FeatureOptions(own)));
        FeatureStudy features = new FeatureStudy(
                terms.agreement(),
                new FeatureOptions(options.values().iterator().next()),
                units.total());
        ReleaseMethod.requireAllRounds(terms, features.study());
        return new PrivateFeatureMethod(features, options, units, knowledge, threshold);
    }

    /** What every site takes part with in a release that begins with where values are. */
    static Map<SiteId, GramOptions> ofHistograms(StudyTerms terms, MethodParameters parameters, UnitsOfSites units) {
        GramOptions usual = GramOptions.within(terms.schema().size(), 1, units.budget());
        GramCentre centre = new GramCentre.Known(terms.schema().names().stream()
                .map(name -> parameters.number("centre." + name, 0))
                .toList());
        double smallest = parameters.positive("smallest-deviation", usual.smallest());
        double largest = parameters.positive("largest-deviation", usual.largest());
        Map<SiteId, GramOptions> options = new TreeMap<>();
        units.sites()
                .forEach((site, own) -> options.put(
                        site,
                        new GramOptions(
                                terms.schema().size(),
                                own.count(),
                                own.adjacency(),
                                smallest,
                                largest,
                                true,
                                centre,
                                usual.mu(),
                                terms.noiseSharedBy().orElse(1),
                                own.byPerson())));
        return options;
    }

    @Override
    public int revision() {
        return REVISION;
    }

    @Override
    public SumForm sums() {
        return new SumForm.Statistic(BOUND, "private moments of study " + study().name(), releases.parts());
    }

    @Override
    public String components() {
        return NAME + " + evidence search";
    }

    @Override
    public FeatureReleaseSolver solver(SiteId site) {
        return new FeatureReleaseSolver(new FeatureOptions(release(site)));
    }

    @Override
    public Ended coordinate(Coordination with) throws InterruptedException {
        return ReleaseMethod.searched(releases, with, released -> {
            ReleasedCurves curves = new ReleasedCurves(released);
            FeatureLearner.Found found = curves.search(knowledge);
            return new Found(
                    knowledge.strong(found.network(), threshold),
                    found.evidence(),
                    curves.notes(study().schema()),
                    released.sigma());
        });
    }
}
