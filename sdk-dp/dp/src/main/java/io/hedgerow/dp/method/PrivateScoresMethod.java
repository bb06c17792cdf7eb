// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.internal.release.ReleaseStudy;
import io.hedgerow.dp.internal.release.histogram.NoisyScores;
import io.hedgerow.dp.internal.release.histogram.ScoreDesign;
import java.util.List;
import java.util.Map;

/**
 * Runs dp-gram of normal scores: a private release of histograms, one of second moments of the scores that follow from
 * them, and a search on it. With masks, sites share the noise.
 */
record PrivateScoresMethod(
        ReleaseStudy<NoisyScores.Released> releases,
        Map<SiteId, ScoreDesign> designs,
        UnitsOfSites units,
        EdgeKnowledge knowledge,
        double threshold,
        boolean hiddenCauses)
        implements ReleaseMethod<NoisyScores.Released> {

    static final Parameter TRANSFORM = Parameter.choice(
            "transform",
            List.of("normal-scores"),
            "histograms are released first, then second moments of the normal scores of their cells");

    /** Whether a study of dp-gram is one of scores. */
    static boolean isMeant(MethodParameters parameters) {
        return parameters.text(TRANSFORM.name()).isPresent();
    }

    static PrivateScoresMethod of(StudyTerms terms, MethodParameters parameters) {
        terms.requireAllSites();
        PrivateMomentsMethod.requireSearchable(terms.schema().size());
        UnitsOfSites units = UnitsOfSites.of(terms, parameters);
        double threshold = PrivateMomentsMethod.threshold(parameters);
        EdgeKnowledge knowledge = EdgeKnowledge.of(parameters.knownEdges(), terms.schema());
        Map<SiteId, ScoreDesign> designs = ReleaseMethod.designs(
                units,
                left -> ReleaseMethod.options(
                                terms, parameters, left, terms.schema().names(), true)
                        .andThen(ScoreDesign::new));
        ReleaseStudy<NoisyScores.Released> scores =
                new ReleaseStudy<>(terms.agreement(), ReleaseMethod.any(designs), units.total());
        ReleaseMethod.requireAllRounds(terms, scores.study());
        return new PrivateScoresMethod(scores, designs, units, knowledge, threshold, parameters.hiddenCauses());
    }

    @Override
    public String statistic() {
        return "private moments of scores";
    }

    @Override
    public String components() {
        return PrivateMomentsMethod.COMPONENTS + " of normal scores";
    }

    @Override
    public Found found(NoisyScores.Released released) {
        List<String> lost =
                released.lost().stream().map(study().schema().names()::get).toList();
        return PrivateMomentsMethod.found(released.gram(), true, knowledge, threshold, notes(lost), released.sigma())
                .marked(hiddenCauses);
    }

    private static List<String> notes(List<String> lost) {
        return lost.isEmpty()
                ? List.of()
                : List.of("nearly all values of " + String.join(", ", lost) + " are in one cell of their histograms, so"
                        + " no edge of them can be found: they are constant, or far from their public centre for their"
                        + " spread; then name a value that they are about, as centre.NAME in a plan or with"
                        + " --public-centre NAME=X");
    }
}
