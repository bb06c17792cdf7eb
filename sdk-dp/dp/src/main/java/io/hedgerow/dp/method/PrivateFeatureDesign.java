// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.feature.FeatureLearner;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.internal.denoise.network.ReleasedCurves;
import io.hedgerow.dp.internal.release.histogram.CurveDesign;
import io.hedgerow.dp.internal.release.histogram.NoisyFeatures;
import java.util.Map;

/** Learns an additive model from one private release each of scales, histograms and moments of curves. */
record PrivateFeatureDesign(
        VariableSchema schema,
        Map<SiteId, CurveDesign> releases,
        UnitsOfSites units,
        EdgeKnowledge knowledge,
        double threshold)
        implements NoisyDesign<NoisyFeatures> {

    static final MethodDescriptor DESCRIPTOR = MethodDescriptor.of(
                    CurveDesign.NAME,
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
                    PrivateMomentsDesign.CENTRE,
                    PrivateMomentsDesign.THRESHOLD)
            .with(PrivateMomentsDesign.DEVIATIONS)
            .knowingEdges();

    /**
     * The revision since which the last column of a variable is a square, and masked sites send the part of the round.
     */
    private static final int REVISION = 2;

    static ReleaseMethod of(StudyTerms terms, MethodParameters parameters) {
        terms.requireAllSites();
        UnitsOfSites units = UnitsOfSites.of(terms, parameters);
        double threshold = PrivateMomentsDesign.threshold(parameters);
        EdgeKnowledge knowledge = EdgeKnowledge.of(parameters.knownEdges(), terms.schema());
        Map<SiteId, CurveDesign> designs = ReleaseMethod.designs(
                units,
                left -> ReleaseMethod.options(
                                terms, parameters, left, terms.schema().names(), true)
                        .andThen(CurveDesign::new));
        return ReleaseMethod.of(
                terms, terms.schema(), new PrivateFeatureDesign(terms.schema(), designs, units, knowledge, threshold));
    }

    @Override
    public int revision() {
        return REVISION;
    }

    @Override
    public String components() {
        return CurveDesign.NAME + " + evidence search";
    }

    @Override
    public Found found(NoisyFeatures released) {
        ReleasedCurves curves = new ReleasedCurves(released);
        FeatureLearner.Found found = curves.search(knowledge);
        return NoisyDesign.found(
                knowledge.strong(found.network(), threshold), found.evidence(), curves.notes(schema), released.sigma());
    }
}
