// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method.nonprivate;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.protocol.PublishedCost;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Optional;

/**
 * Fed-Sparse-BNSL and Fed-BNSL, and FDBNL, which is Fed-BNSL over the columns of a series: rounds towards a consensus,
 * with the recommended settings unless the plan says otherwise.
 */
record ConsensusMethod(FederatedMethod method, MethodSettings settings, Study study, Optional<SeriesModel> series)
        implements ConsensusRounds {

    /** As many as a plan may have rounds, and as a site may have private steps in one. */
    private static final long MOST = 100_000;

    static ConsensusMethod of(StudyTerms terms, MethodParameters parameters) {
        FederatedMethod method =
                terms.method().equals("fed-bnsl") ? FederatedMethod.FED_BNSL : FederatedMethod.FED_SPARSE;
        int d = terms.schema().size();
        int sites = terms.sites().size();
        requireVotes(terms, parameters);
        MethodSettings start =
                parameters.flag("gradual") ? method.gradual(d, sites, terms.rounds()) : method.recommended(d, sites);
        MethodSettings settings = start.withLambda(parameters.positive("lambda", start.lambda()))
                .withLocalSteps(
                        (int) parameters.count("local-iterations", start.localIterations(), MOST),
                        parameters.positive("gamma", start.gamma()))
                .withNetworkRule(start.threshold(), (int) parameters.count("vote-rounds", start.voteRounds(), MOST))
                .withThreshold(parameters.positive("threshold", start.threshold()))
                .withUnit(parameters.positive("unit", start.unit()))
                .withRounds(terms.rounds())
                .withCentring(parameters.flag("no-centring") ? Centring.NONE : start.centring());
        return of(terms.agreement(), method, settings, 0);
    }

    static ConsensusMethod of(Agreement agreement, FederatedMethod method, MethodSettings settings, long totalRows) {
        Study study = method.study(
                agreement.name(),
                agreement.schema(),
                settings,
                totalRows,
                agreement.sites().size(),
                agreement.policy());
        return new ConsensusMethod(method, settings, study, Optional.empty());
    }

    /**
     * FDBNL (papers 000 §3.1, 003, and 004 eq. 2 to 6): the closed form of the stacked design at the sites; at the
     * coordinator h sees W, and A is soft-thresholded.
     */
    static ConsensusMethod ofSeries(StudyTerms terms, MethodParameters parameters) {
        FederatedMethod method = FederatedMethod.FED_BNSL;
        int sites = terms.sites().size();
        SeriesModel.Chosen chosen = SeriesModel.of(
                terms,
                parameters,
                SeriesModel.consensus(
                        SeriesModel.Preset.of(parameters), terms.schema().size(), sites));
        SeriesModel model = chosen.model();
        Study study = ConsensusRounds.study(
                method, terms, model.design().slices().stacked(), model.layout(), chosen.settings());
        return new ConsensusMethod(method, chosen.settings(), study, Optional.of(model));
    }

    @Override
    public RowSource prepared(RowSource rows) {
        return series.map(model -> model.design().prepared(rows)).orElse(rows);
    }

    private static void requireVotes(StudyTerms terms, MethodParameters parameters) {
        if (parameters.has("vote-rounds") && parameters.count("vote-rounds", 1, MOST) > terms.rounds()) {
            throw new IllegalArgumentException("parameter vote-rounds of "
                    + terms.method() + " must be at most the plan's rounds " + terms.rounds() + ", was "
                    + parameters.count("vote-rounds", 1, MOST));
        }
    }

    @Override
    public String components() {
        return method.newLocalSolver(settings).id() + " + " + globalSolver().id();
    }

    @Override
    public long publishedBytes(List<RoundReport> rounds, long coefficients) {
        int d = study.schema().size();
        return method == FederatedMethod.FED_BNSL
                ? PublishedCost.dense(study.layout().size(), rounds.size(), study.sites())
                : PublishedCost.sparse(
                        d,
                        coefficients,
                        rounds.stream().mapToLong(RoundReport::supportSize).sum(),
                        study.sites());
    }

    @Override
    public NetworkOfRounds network() {
        return series.map(model ->
                        new VotedNetwork(model.edges(study.layout(), settings.threshold()), settings.voteRounds()))
                .orElseGet(() -> new VotedNetwork(study, settings.voteRounds(), settings.threshold()));
    }

    @Override
    public GlobalSolver globalSolver() {
        return method.newGlobalSolver(study.layout().targets(), settings);
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return method.newLocalSolver(settings);
    }
}
