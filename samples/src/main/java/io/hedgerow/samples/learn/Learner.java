package io.hedgerow.samples.learn;

import io.hedgerow.core.acyclicity.TraceExponential;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.FederatedMethod;
import io.hedgerow.core.method.MethodSettings;
import io.hedgerow.core.search.EqualVarianceScore;
import io.hedgerow.core.search.HillClimbing;
import io.hedgerow.core.search.SearchResult;
import io.hedgerow.core.search.SiteCombination;
import io.hedgerow.core.simulation.FederationOutcome;
import io.hedgerow.core.simulation.InProcessFederation;
import io.hedgerow.core.simulation.PooledMoments;
import io.hedgerow.core.simulation.Protection;
import io.hedgerow.core.solver.Notears;
import io.hedgerow.samples.secure.MaskedRun;
import io.hedgerow.samples.secure.SecureAggregation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs any {@link Algorithm} on sites in one process. */
public final class Learner {

    private final Sites sites;
    private final OpenedStatistics statistics;
    private final LearnSettings settings;
    private final Optional<SecureAggregation> masks;

    /**
     * A run on given sites with plain uploads.
     *
     * @param sites the data
     * @param statistics of the same sites
     * @param settings what to run
     */
    public Learner(Sites sites, OpenedStatistics statistics, LearnSettings settings) {
        this(sites, statistics, settings, Optional.empty());
    }

    /**
     * A run on given sites.
     *
     * @param sites the data
     * @param statistics of the same sites
     * @param settings what to run
     * @param masks how uploads are masked; empty for plain ones
     */
    public Learner(
            Sites sites, OpenedStatistics statistics, LearnSettings settings, Optional<SecureAggregation> masks) {
        this.sites = sites;
        this.statistics = statistics;
        this.settings = settings;
        this.masks = masks;
    }

    /**
     * Runs.
     *
     * @param truth the known network, which only {@link Algorithm#BEST} uses
     * @param observer is told of every round
     * @return the outcome
     * @throws InterruptedException when the calling thread is interrupted
     */
    public Learned run(Optional<WeightMatrix> truth, RoundObserver observer) throws InterruptedException {
        return switch (settings.algorithm()) {
            case FED_SPARSE, FED_BNSL, FED_BNSL_FW -> inRounds(observer);
            case NOTEARS -> notears();
            case VOTING, AVERAGING, BEST -> combined(truth);
            case HILL_CLIMBING ->
                Learned.inOnePlace(search(statistics.pooled()), Optional.empty(), "hill-climbing")
                        .naming(statistics.outlying());
            case GRAM -> gram();
            case DP_FED_SPARSE, DP_FED_SPARSE_LAPLACE, DP_FED_BNSL, DP_GRAM, AUTO ->
                throw new IllegalArgumentException("this run has no privacy budget, which "
                        + ReportBuilder.dashes(settings.algorithm()) + " needs");
        };
    }

    private Learned inRounds(RoundObserver observer) throws InterruptedException {
        FederatedMethod method = settings.algorithm().federated().orElseThrow();
        MethodSettings parameters = settings.method().orElseThrow();
        Optional<MaskedRun> masked = masks.map(MaskedRun::ofChanges);
        MethodSettings sent = masked.isPresent()
                ? parameters.withCommunication(parameters.communication().inSteps())
                : parameters;
        Protection.Factory protection =
                masked.<Protection.Factory>map(run -> run).orElseGet(Protection::insecurePlain);
        FederationOutcome outcome = new InProcessFederation(method, sent, protection).run(data(), observer);
        Learned learned = new Learned(
                outcome.network(),
                Optional.of(outcome.confidence()),
                outcome.result().rounds(),
                outcome.result().bytesUp(),
                outcome.result().bytesDown(),
                outcome.formulaBytes(),
                outcome.result().provenance().protection(),
                method.newLocalSolver(parameters).id() + " + "
                        + outcome.result().provenance().globalSolver(),
                List.of());
        return masked.map(run -> learned.masked(run.report())).orElse(learned);
    }

    private Learned notears() {
        WeightMatrix weights = fit(statistics.pooled());
        return Learned.inOnePlace(
                Dag.strongest(weights, settings.threshold()).dag().weights(), Optional.empty(), "notears");
    }

    private Learned combined(Optional<WeightMatrix> truth) {
        List<WeightMatrix> networks = new ArrayList<>();
        for (int p = 0; p < sites.all().size(); p++) {
            networks.add(fit(statistics.of(p)));
        }
        double threshold = settings.threshold();
        WeightMatrix network =
                switch (settings.algorithm()) {
                    case VOTING -> SiteCombination.voting(networks, threshold);
                    case AVERAGING -> SiteCombination.averaging(networks, threshold);
                    default ->
                        SiteCombination.best(
                                networks,
                                threshold,
                                truth.orElseThrow(() -> new IllegalArgumentException(
                                        "--algorithm best needs the known network: give --truth FILE")));
                };
        int d = sites.schema().size();
        // every site sends its network once, dense, as the papers count it
        long bytes = (long) sites.all().size() * d * d * Double.BYTES;
        return new Learned(
                network,
                Optional.empty(),
                List.of(),
                bytes,
                0,
                bytes,
                "insecure-plain",
                "notears + combination",
                List.of());
    }

    private Learned gram() throws InterruptedException {
        Optional<MaskedRun> masked = masks.map(how -> MaskedRun.ofStatistics(how, "moments of version 1"));
        PooledMoments.Release release = PooledMoments.release(
                data(), masked.<Protection.Factory>map(run -> run).orElseGet(Protection::insecurePlain));
        int d = sites.schema().size();
        long formula = (long) sites.all().size() * (d * (d + 1) / 2 + d + 1) * Double.BYTES;
        Learned learned = new Learned(
                        search(release.statistics()),
                        Optional.empty(),
                        List.of(),
                        release.bytesUp(),
                        0,
                        formula,
                        masked.isPresent() ? "secure-aggregation" : "insecure-plain",
                        "moments + hill-climbing",
                        List.of())
                .naming(release.outlying());
        return masked.map(run -> learned.masked(run.report())).orElse(learned);
    }

    private WeightMatrix fit(SufficientStatistics rows) {
        return new Notears(new TraceExponential())
                .fit(rows.variables(), rows.secondMoment(settings.centring()), settings.lambda())
                .weights();
    }

    private WeightMatrix search(SufficientStatistics rows) {
        int d = rows.variables();
        double[] s = rows.secondMoment(settings.centring());
        EqualVarianceScore score =
                EqualVarianceScore.relative(d, s, EqualVarianceScore.DEFAULT_TAU, EqualVarianceScore.DEFAULT_FLOOR);
        SearchResult found =
                HillClimbing.thorough().withRestarts(20, settings.seed()).search(d, s, score);
        return found.network().threshold(settings.threshold());
    }

    private List<SiteData> data() {
        return sites.all().stream().map(NamedSite::data).toList();
    }
}
