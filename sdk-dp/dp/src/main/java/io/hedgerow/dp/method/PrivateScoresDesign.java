// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.dp.internal.release.histogram.NoisyScores;
import io.hedgerow.dp.internal.release.histogram.ScoreDesign;
import java.util.List;
import java.util.Map;

/**
 * Runs dp-gram of normal scores: a private release of histograms, one of second moments of the scores that follow from
 * them, and a search on it. With masks, sites share the noise.
 */
record PrivateScoresDesign(
        VariableSchema schema,
        Map<SiteId, ScoreDesign> releases,
        UnitsOfSites units,
        EdgeKnowledge knowledge,
        double threshold,
        boolean hiddenCauses)
        implements NoisyDesign<NoisyScores.Released> {

    static final Parameter TRANSFORM = Parameter.choice(
            "transform",
            List.of("normal-scores"),
            "histograms are released first, then second moments of the normal scores of their cells");

    /** Whether a study of dp-gram is one of scores. */
    static boolean isMeant(MethodParameters parameters) {
        return parameters.text(TRANSFORM.name()).isPresent();
    }

    static ReleaseMethod of(StudyTerms terms, MethodParameters parameters) {
        terms.requireAllSites();
        PrivateMomentsDesign.requireSearchable(terms.schema().size());
        UnitsOfSites units = UnitsOfSites.of(terms, parameters);
        double threshold = PrivateMomentsDesign.threshold(parameters);
        EdgeKnowledge knowledge = EdgeKnowledge.of(parameters.knownEdges(), terms.schema());
        Map<SiteId, ScoreDesign> designs = ReleaseMethod.designs(
                units,
                left -> ReleaseMethod.options(
                                terms, parameters, left, terms.schema().names(), true)
                        .andThen(ScoreDesign::new));
        return ReleaseMethod.of(
                terms,
                terms.schema(),
                new PrivateScoresDesign(
                        terms.schema(), designs, units, knowledge, threshold, parameters.hiddenCauses()));
    }

    @Override
    public String statistic() {
        return "private moments of scores";
    }

    @Override
    public String components() {
        return PrivateMomentsDesign.COMPONENTS + " of normal scores";
    }

    @Override
    public Found found(NoisyScores.Released released) {
        List<String> lost = released.lost().stream().map(schema.names()::get).toList();
        Found found =
                PrivateMomentsDesign.found(released.gram(), true, knowledge, threshold, notes(lost), released.sigma());
        return hiddenCauses ? found.weighing(Evidence::byMarks) : found;
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
