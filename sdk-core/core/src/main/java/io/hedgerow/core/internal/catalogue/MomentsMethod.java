// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.OutcomeRecorder;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.federation.coordinator.SumCoordinator;
import io.hedgerow.core.internal.lingam.DirectLingam;
import io.hedgerow.core.internal.lingam.contrast.ContrastRelease;
import io.hedgerow.core.internal.lingam.contrast.Contrasts;
import io.hedgerow.core.internal.lingam.contrast.RemoteContrasts;
import io.hedgerow.core.internal.search.score.GraphScore;
import io.hedgerow.core.internal.search.sums.MomentRelease;
import io.hedgerow.core.internal.search.sums.OutlyingMoments;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One exact sum of {@link SiteSums#CONTENTS}, and a network from it: by a search, of rows as they are or of time
 * series, which may ask for more where noises tell directions, or by DirectLiNGAM, which always does. The series is
 * empty for rows as they are; {@code hiddenCauses} shows edges with the marks that are left when causes may be hidden.
 */
record MomentsMethod(
        Study study,
        SearchSettings settings,
        Rule rule,
        Optional<SeriesDesign> series,
        boolean tellsSites,
        boolean hiddenCauses)
        implements Method {

    /** In claims that sites keep: what left beside them is claimed with them. */
    static final String EXACT = "second moments";

    /** Since sums tell which columns vary at how many rows: a site where one is constant compares the others. */
    static final int REVISION = 4;

    static final Parameter THRESHOLD = Parameter.nonNegative("threshold", "smallest weight of an edge")
            .usually("every edge that was found is kept");

    static final Parameter OWN_UNITS = Parameter.flag(
                    "own-units", "columns are in unrelated units: equal noise variances are not considered")
            .only(Parameter.Where.IN_PLANS);

    static final Parameter TELLS_SITES = Parameter.flag(
            "network-to-sites", "at the end every site is told the weights and which directions are identified");

    static final Parameter ORIENT = Parameter.choice(
            "orient",
            List.of("non-gaussian"),
            "noise that is visibly not normal directs edges that covariances leave open");

    static final Parameter SCORE = Parameter.choice(
                    "score",
                    GraphScore.words(),
                    "what graphs are compared by where noise variances differ: " + GraphScore.sentences())
            .usually(SearchSettings.USUAL_SCORE);

    static final Parameter SEED = Parameter.count("seed", "of the search: the same sums and seed give the same network")
            .from(0, 1e15)
            .usually("1");

    /** Of methods that draw nothing, in one process. */
    static final Parameter SEED_OF_ROWS = Parameter.count("seed", "of the order of rows, where they are shuffled")
            .from(0, 1e15)
            .usually("1")
            .only(Parameter.Where.IN_ONE_PROCESS);

    static final MethodDescriptor GRAM = MethodDescriptor.of(
                    "gram",
                    "one exact sum of moments, then a search that says what to believe of each edge",
                    MethodTrait.RELEASE,
                    MethodTrait.SEARCH,
                    MethodTrait.UNITLESS,
                    MethodTrait.CATEGORIES)
            .with(THRESHOLD, SEED, SCORE, OWN_UNITS, ORIENT)
            .markingHiddenCauses()
            .with(TELLS_SITES, SiteColumns.PARAMETER)
            .knowingEdges()
            .knowingInterventions();

    static final MethodDescriptor LINGAM = MethodDescriptor.of(
                    "direct-lingam",
                    "the same sum, then rounds of exact sums that tell directions from noise that is not Gaussian",
                    MethodTrait.RELEASE,
                    MethodTrait.NON_GAUSSIAN,
                    MethodTrait.UNITLESS)
            .with(THRESHOLD, SEED_OF_ROWS, TELLS_SITES);

    static final MethodDescriptor OF_SERIES = MethodDescriptor.of(
                    "dynamic-gram",
                    "one exact sum of moments of time series with their lags, then a search for a dynamic network",
                    MethodTrait.RELEASE,
                    MethodTrait.SERIES,
                    MethodTrait.SEARCH,
                    MethodTrait.UNITLESS)
            .with(SeriesDesign.LAGS_OR_AUTO)
            .with(SeriesDesign.ORDER)
            .with(
                    Parameter.flag("no-centring", "rows are taken as they are, not about the site's own mean"),
                    THRESHOLD.usually("0.15"),
                    SEED,
                    SCORE,
                    OWN_UNITS,
                    TELLS_SITES,
                    Parameter.choice(
                            "personal",
                            SearchSettings.Sharing.words(),
                            "every site also gets a network of its own, by what sites tell each other"))
            .markingHiddenCauses()
            .knowingEdges();

    /**
     * The largest magnitude of a value of a site, with moments as before. Contrasts are far below: Σ log cosh u ≤ Σ |u|
     * ≤ n where u has a mean square of 1, and |u exp(−u² / 2)| &lt; 1, so 2⁶⁰ rows would have room; two lanes leave
     * more than 30 bits behind the point for a thousand sites.
     */
    private static final double BOUND = 0x1p60;

    /** How the network follows. */
    enum Rule {
        /** The posterior over structures. */
        SEARCH("order-mcmc"),
        DIRECT_LINGAM("direct-lingam");

        private final String component;

        Rule(String component) {
            this.component = component;
        }

        /** The fewest rounds in which a network is found. */
        int fewestRounds(int variables, SearchSettings settings) {
            if (this == DIRECT_LINGAM) {
                return DirectLingam.fewestRounds(variables);
            }
            return settings.noiseDirections() ? 2 : 1;
        }
    }

    /** Of which DirectLiNGAM takes as many as it needs. */
    static int usualRoundsOfLingam(int variables) {
        return 100 + 4 * variables;
    }

    static Method of(StudyTerms terms, MethodParameters parameters) {
        terms.requireAllSites();
        boolean searches = terms.method().equals(GRAM.name());
        SearchSettings settings = SearchSettings.of(parameters, SearchSettings.ofSearch());
        MomentsMethod method = of(
                terms.agreement(),
                settings,
                searches ? Rule.SEARCH : Rule.DIRECT_LINGAM,
                terms.rounds(),
                parameters.flag(TELLS_SITES.name()));
        boolean marked = searches && parameters.hiddenCauses();
        if (marked && settings.noiseDirections()) {
            throw new IllegalArgumentException("parameter hidden-causes of gram cannot be combined with orient:"
                    + " non-gaussian, whose directions are true only where no cause is hidden: leave one of them out");
        }
        MomentsMethod whole =
                new MomentsMethod(method.study, settings, method.rule, Optional.empty(), method.tellsSites, marked);
        return searches ? whole.lacking(terms.agreement(), SiteColumns.lacks(terms, parameters)) : whole;
    }

    /** The same where sites do not have some columns; itself where none lacks any. */
    Method lacking(Agreement agreement, Map<SiteId, Set<String>> lacks) {
        return SiteColumns.of(GRAM.name(), agreement, lacks, settings.noiseDirections(), hiddenCauses)
                .<Method>map(roster -> LackingMethod.of(agreement, this, roster))
                .orElse(this);
    }

    static Method ofSeries(StudyTerms terms, MethodParameters parameters) {
        terms.requireAllSites();
        SeriesDesign series = SeriesDesign.of(terms.schema(), parameters);
        SearchSettings settings = SearchSettings.of(parameters, SearchSettings.ofSeries());
        Agreement agreement = over(terms.agreement(), series.slices().stacked());
        boolean told = parameters.flag(TELLS_SITES.name());
        Optional<SearchSettings.Sharing> own = SearchSettings.Sharing.of(parameters);
        if (own.isPresent() && parameters.hiddenCauses()) {
            throw new IllegalArgumentException("parameter hidden-causes of dynamic-gram cannot be combined with"
                    + " personal, for networks of sites' own have no marks: leave one of them out");
        }
        return own.isPresent()
                ? OwnNetworksMethod.of(agreement, settings, series, own.get(), terms.rounds())
                : ofSeries(agreement, settings, series, told, parameters.hiddenCauses());
    }

    /** The policy of one sum over all sites: over some it would be another statistic, also where sites are lost. */
    static RoundPolicy policyOfAll(Agreement agreement) {
        RoundPolicy policy = agreement.policy();
        return new RoundPolicy(agreement.sites().size(), policy.deadline(), policy.convergence());
    }

    /** The same about other columns, such as those that a method makes of the variables. */
    static Agreement over(Agreement agreement, VariableSchema columns) {
        return new Agreement(
                agreement.name(), columns, agreement.sites(), agreement.policy(), agreement.noiseSharedBy());
    }

    static MomentsMethod ofSeries(
            Agreement agreement, SearchSettings settings, SeriesDesign series, boolean tellsSites, boolean marked) {
        Study study = of(agreement, settings, Rule.SEARCH, 1, tellsSites).study;
        return new MomentsMethod(study, settings, Rule.SEARCH, Optional.of(series), tellsSites, marked);
    }

    /** The rounds are an upper limit; one is enough where sites are not asked again. */
    static MomentsMethod of(Agreement agreement, SearchSettings settings, Rule rule, int rounds, boolean tellsSites) {
        settings.known().requireFits(agreement.schema());
        int variables = agreement.schema().size();
        int fewest = rule.fewestRounds(variables, settings);
        if (rounds < fewest) {
            throw new IllegalArgumentException((rule == Rule.SEARCH ? "orient non-gaussian" : "direct-lingam")
                    + " asks sites again and needs rounds >= " + fewest + " for " + variables + " variables, was "
                    + rounds + ": write rounds: " + Math.max(2 * variables, fewest)
                    + ", of which it takes no more than it needs");
        }
        int sites = agreement.sites().size();
        Study study = rule == Rule.SEARCH && !settings.noiseDirections()
                ? MomentRelease.study(agreement.name(), agreement.schema(), sites, policyOfAll(agreement))
                : ContrastRelease.study(agreement.name(), agreement.schema(), sites, rounds, policyOfAll(agreement));
        return new MomentsMethod(study, settings, rule, Optional.empty(), tellsSites, false);
    }

    @Override
    public RowSource prepared(RowSource rows) {
        return series.map(design -> design.prepared(rows)).orElse(rows);
    }

    @Override
    public Optional<Record> shownSettings() {
        return Optional.of(settings);
    }

    @Override
    public int revision() {
        return REVISION;
    }

    private boolean asksAgain() {
        return study.admm().rounds() > 1;
    }

    @Override
    public SumForm sums() {
        return statistic(study);
    }

    static SumForm statistic(Study study) {
        return new SumForm.Statistic(BOUND, "moments of study " + study.name());
    }

    @Override
    public Optional<String> exactStatistic() {
        return Optional.of(EXACT);
    }

    @Override
    public String components() {
        return "moments + " + rule.component + (settings.noiseDirections() ? " + noise directions" : "");
    }

    @Override
    public long publishedBytes(List<RoundReport> rounds, long coefficients) {
        long d = study.schema().size();
        return asksAgain() ? coefficients * Double.BYTES : study.sites() * (d * (d + 1) / 2 + d + 1) * Double.BYTES;
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return asksAgain() ? new ContrastRelease() : new MomentRelease(centring());
    }

    /** Rows that follow each other may be summed about 0; all others are about the site's own means. */
    private Centring centring() {
        return series.isPresent() ? settings.centring() : Centring.LOCAL_MEAN;
    }

    @Override
    public Ended coordinate(Coordination with) throws InterruptedException {
        OutcomeRecorder remembered = new OutcomeRecorder(with.journal());
        Participation participation = new Participation();
        SumCoordinator coordinator =
                new SumCoordinator(study, with.channel(), with.aggregator(), System::nanoTime, remembered);
        Optional<Ended> ended;
        if (asksAgain() || tellsSites) {
            ended = coordinator.converse(study.admm().rounds(), (first, more) -> {
                Ended found = ended(first, participation, moments -> asked(moments, more, participation));
                if (tellsSites) {
                    more.last(told(found));
                }
                return found;
            });
        } else {
            // sites need not wait for the search
            ended = coordinator.run(sum -> ended(sum, participation, moments -> {
                throw new IllegalStateException("sites must not be asked again in a study of one round");
            }));
        }
        return ended.orElseGet(() -> Ended.unreleased(remembered));
    }

    private static Contrasts asked(WithinSites moments, SumCoordinator.MoreSums more, Participation participation) {
        return new RemoteContrasts(
                moments,
                told -> {
                    Aggregate next = more.after(told);
                    participation.add(next.round(), next.included());
                    return next.sum();
                },
                more::left);
    }

    private Parameters told(Ended found) {
        int size = study.layout().size();
        WeightMatrix network = found.network().orElseThrow();
        return found.evidence()
                .map(known -> SearchedNetwork.told(size, network, known.pairs()))
                .orElseGet(() -> SearchedNetwork.told(size, network, Optional.empty()));
    }

    @Override
    public Optional<NetworkOfRounds> networkAtSites() {
        return tellsSites ? Optional.of(new SearchedNetwork(study.schema().size())) : Optional.empty();
    }

    private Ended ended(Aggregate first, Participation participation, Function<WithinSites, Contrasts> rows) {
        VariableSchema schema = study.schema();
        participation.add(0, first.included());
        participation.standOut(OutlyingMoments.of(schema.size(), first, this::moments));
        WithinSites moments = WithinSites.of(schema.size(), first.included().size(), moments(first.sum()), centring())
                .requireVarying(columns());
        if (rule == Rule.SEARCH) {
            SearchSettings.Searched found = series.map(design -> settings.search(design, moments))
                    .orElseGet(() -> settings.search(schema, moments, () -> rows.apply(moments)));
            Evidence evidence = hiddenCauses ? found.evidence().byMarks() : found.evidence();
            return Ended.released(found.network(), Optional.of(evidence), participation, found.notes());
        }
        DirectLingam.Found found = DirectLingam.learn(schema, moments, rows.apply(moments));
        WeightMatrix network = found.network().threshold(settings.threshold());
        List<String> doubts = new ArrayList<>(found.doubts(schema));
        doubts.addAll(SearchSettings.constantSomewhere(schema, moments));
        SearchSettings.otherUnits(schema, moments)
                .map(columns -> columns + ": edges may be wrong, for sites are asked about residuals in one unit")
                .ifPresent(doubts::add);
        return Ended.released(network, Optional.empty(), participation, doubts);
    }

    private List<String> columns() {
        return series.map(design -> design.slices().stacked())
                .orElse(study.schema())
                .names();
    }

    private Parameters moments(Parameters sent) {
        return asksAgain() ? ContrastRelease.moments(study.schema().size(), sent) : sent;
    }
}
