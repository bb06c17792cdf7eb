// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.federation.OutcomeRecorder;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.category.CategoryColumns;
import io.hedgerow.core.internal.category.CategoryLearner;
import io.hedgerow.core.internal.category.CategoryRelease;
import io.hedgerow.core.internal.federation.coordinator.SumCoordinator;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Optional;

/** A network of numbers and categories, from a few exact sums: moments, counts of two categories, joint counts. */
public record CategoryMethod(
        Study study, CategoryColumns columns, EdgeKnowledge knowledge, SearchSettings settings, boolean tellsSites)
        implements Method {

    /** Since squares of numbers are summed by level. */
    private static final int REVISION = 2;

    /** Moments and counts are far below. */
    private static final double BOUND = 0x1p60;

    /** Refuses parameters with wrong values, or that make no sense with categories or together. */
    public static CategoryMethod of(StudyTerms terms, MethodParameters parameters) {
        terms.requireAllSites();
        // columns of two kinds have no common unit anyway, so own units change nothing
        SearchSettings settings = SearchSettings.of(parameters, SearchSettings.ofSearch());
        refuse(terms.method(), settings.noiseDirections(), "orient: non-gaussian", "directs edges between numbers");
        refuse(
                terms.method(),
                parameters.text("score").isPresent(),
                "score: " + settings.score(),
                "compares networks of numbers");
        refuse(terms.method(), parameters.hiddenCauses(), "hidden-causes", "looks at correlations of numbers");
        return of(terms.method(), terms.agreement(), terms.rounds(), settings, parameters.flag("network-to-sites"));
    }

    private static void refuse(String method, boolean set, String parameter, String reason) {
        if (set) {
            throw new IllegalArgumentException(
                    "parameter " + parameter + " of " + method + " cannot be combined with categorical"
                            + " variables, for it " + reason + ": leave it out, or the categories");
        }
    }

    /** Refuses too many levels, too few rounds, and required parents for whose joint table there is no room. */
    private static CategoryMethod of(
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
        return new CategoryMethod(
                CategoryRelease.study(agreement.name(), columns, sites, policy),
                columns,
                knowledge,
                settings,
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
    public SumForm sums() {
        return new SumForm.Statistic(BOUND, "moments of study " + study.name(), CategoryRelease.parts(columns));
    }

    @Override
    public Optional<String> exactStatistic() {
        return Optional.of("second moments"); // in claims that sites keep: what left beside them is claimed with them
    }

    @Override
    public String components() {
        return "moments and counts + order-mcmc";
    }

    @Override
    public long publishedBytes(List<RoundReport> rounds, long coefficients) {
        return coefficients * Double.BYTES;
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return new CategoryRelease(columns);
    }

    @Override
    public Ended coordinate(Coordination with) throws InterruptedException {
        OutcomeRecorder remembered = new OutcomeRecorder(with.journal());
        SumCoordinator coordinator =
                new SumCoordinator(study, with.channel(), with.aggregator(), System::nanoTime, remembered);
        return coordinator.converse(study.admm().rounds(), this::ended).orElseGet(() -> Ended.unreleased(remembered));
    }

    private Ended ended(Aggregate first, SumCoordinator.MoreSums more) {
        Participation participation = new Participation();
        participation.add(0, first.included());
        CategoryLearner.Found found = new CategoryLearner(columns, knowledge, settings.threshold(), settings.seed())
                .learn(first.included().size(), first.sum(), told -> {
                    Aggregate next = more.after(told);
                    participation.add(next.round(), next.included());
                    return next.sum();
                });
        WeightMatrix network = found.network();
        if (tellsSites) {
            more.last(SearchedNetwork.told(
                    study.layout().size(), network, found.evidence().pairs()));
        }
        return Ended.released(network, Optional.of(found.evidence()), participation, found.notes());
    }

    @Override
    public Optional<NetworkOfRounds> networkAtSites() {
        return tellsSites ? Optional.of(new SearchedNetwork(study.schema().size())) : Optional.empty();
    }
}
