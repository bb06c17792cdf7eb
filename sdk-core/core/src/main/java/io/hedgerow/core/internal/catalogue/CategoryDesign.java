// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.internal.category.CategoryColumns;
import io.hedgerow.core.internal.category.CategoryLearner;
import io.hedgerow.core.internal.category.CategoryRelease;
import io.hedgerow.core.internal.release.SumDesign;
import io.hedgerow.core.internal.release.SumRelease;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.RoundPolicy;
import java.util.List;
import java.util.Optional;

/**
 * Learns a network of numeric and categorical variables from a few exact sums: moments, counts of two categories, joint
 * counts.
 */
record CategoryDesign(CategoryColumns columns, EdgeKnowledge knowledge, SearchSettings settings) implements SumDesign {

    /** Since squares of numbers are summed by level. */
    private static final int REVISION = 2;

    /** Refuses parameters with wrong values, or that make no sense with categories or together. */
    static SumRelease of(StudyTerms terms, MethodParameters parameters) {
        terms.requireAllSites();
        // columns of two kinds have no common unit anyway, so own units change nothing
        SearchSettings settings = SearchSettings.of(parameters, SearchSettings.ofSearch());
        refuse(terms.method(), settings.noiseDirections(), "orient: non-gaussian", "directs edges between numbers");
        refuse(terms.method(), !settings.hasUsualScore(), "score: " + settings.score(), "compares networks of numbers");
        refuse(terms.method(), parameters.hiddenCauses(), "hidden-causes", "looks at correlations of numbers");
        SumRelease release =
                of(terms.method(), terms.agreement(), terms.rounds(), settings, parameters.flag("network-to-sites"));
        return parameters.text(MomentsDesign.MISSING.name()).isPresent()
                ? CategoryCellsDesign.of(
                        terms.agreement(), (CategoryDesign) release.design(), release.tellsSites(), terms.rounds())
                : release;
    }

    private static void refuse(String method, boolean set, String parameter, String reason) {
        if (set) {
            throw new IllegalArgumentException(
                    "parameter " + parameter + " of " + method + " cannot be combined with categorical"
                            + " variables, for it " + reason + ": leave it out, or the categories");
        }
    }

    /** Refuses too many levels, too few rounds, and required parents for whose joint table there is no room. */
    private static SumRelease of(
            String method, Agreement agreement, int rounds, SearchSettings settings, boolean tellsSites) {
        CategoryColumns columns = new CategoryColumns(agreement.schema());
        EdgeKnowledge knowledge = EdgeKnowledge.of(settings.known(), agreement.schema());
        columns.requireRoom(knowledge);
        int needed = CategoryRelease.rounds(columns);
        if (rounds < needed) {
            throw new IllegalArgumentException(
                    method + " asks sites several times where there are categories, and needs rounds >= " + needed
                            + ", was " + rounds + ": write rounds: " + needed);
        }
        int sites = agreement.sites().size();
        RoundPolicy policy = new RoundPolicy(
                sites, agreement.policy().deadline(), agreement.policy().convergence());
        return new SumRelease(
                CategoryRelease.study(agreement.name(), columns, sites, policy),
                new CategoryDesign(columns, knowledge, settings),
                tellsSites);
    }

    @Override
    public Optional<Record> shownSettings() {
        return Optional.of(settings);
    }

    @Override
    public int revision() {
        return REVISION;
    }

    @Override
    public List<Integer> parts() {
        return CategoryRelease.parts(columns);
    }

    @Override
    public String components() {
        return "moments and counts + order-mcmc";
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return new CategoryRelease(columns);
    }

    @Override
    public Found found(Sums sums) {
        CategoryLearner.Found found = learner().learn(sums.sites(), sums.first().sum(), sums::after);
        return Found.of(found.network(), found.evidence(), found.notes());
    }

    CategoryLearner learner() {
        return new CategoryLearner(columns, knowledge, settings.threshold(), settings.seed());
    }
}
