// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.method.Coordination;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.internal.release.GramOptions;
import io.hedgerow.dp.internal.release.histogram.ScoreOptions;
import io.hedgerow.dp.internal.release.histogram.ScoreReleaseSolver;
import io.hedgerow.dp.internal.release.histogram.ScoreStudy;
import java.util.List;
import java.util.Map;

/**
 * dp-gram of normal scores: a private release of histograms, one of second moments of the scores that follow from them,
 * and a search on it. Behind masks, sites share the noise.
 */
record PrivateScoresMethod(
        ScoreStudy releases,
        Map<SiteId, GramOptions> options,
        UnitsOfSites units,
        EdgeKnowledge knowledge,
        double threshold,
        boolean hiddenCauses)
        implements ReleaseMethod {

    static final Parameter TRANSFORM = Parameter.choice(
            "transform",
            List.of("normal-scores"),
            "histograms are released first, then second moments of the normal scores of their cells");

    private static final int ROUNDS = 2;

    /** Whether a study of dp-gram is one of scores. */
    static boolean isMeant(MethodParameters parameters) {
        return parameters.text(TRANSFORM.name()).isPresent();
    }

    static PrivateScoresMethod of(StudyTerms terms, MethodParameters parameters) {
        terms.requireAllSites();
        PrivateMomentsMethod.requireSearchable(terms.schema().size());
        UnitsOfSites units = UnitsOfSites.of(terms, parameters);
        double threshold = parameters.has("threshold") ? parameters.positive("threshold", 1) : 0;
        EdgeKnowledge knowledge = EdgeKnowledge.of(parameters.knownEdges(), terms.schema());
        Map<SiteId, GramOptions> options = PrivateFeatureMethod.ofHistograms(terms, parameters, units);
        // refuses noise that cannot be drawn before it is paid
        options.values().forEach(own -> new ScoreReleaseSolver(new ScoreOptions(own)).roundPlan(ROUNDS));
        ScoreStudy scores = new ScoreStudy(
                terms.agreement(), new ScoreOptions(options.values().iterator().next()), units.total());
        ReleaseMethod.requireAllRounds(terms, scores.study());
        return new PrivateScoresMethod(scores, options, units, knowledge, threshold, parameters.hiddenCauses());
    }

    @Override
    public SumForm sums() {
        return new SumForm.Statistic(
                BOUND,
                "private moments of scores of study " + study().name(),
                new ScoreOptions(options.values().iterator().next()).parts());
    }

    @Override
    public String components() {
        return PrivateMomentsMethod.COMPONENTS + " of normal scores";
    }

    @Override
    public ScoreReleaseSolver solver(SiteId site) {
        return new ScoreReleaseSolver(new ScoreOptions(release(site)));
    }

    @Override
    public Ended coordinate(Coordination with) throws InterruptedException {
        return ReleaseMethod.searched(
                releases,
                with,
                found -> PrivateMomentsMethod.found(
                                found.gram(), true, knowledge, threshold, notes(found.lost()), found.sigma())
                        .marked(hiddenCauses));
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
