// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.lingam.DirectLingam;
import io.hedgerow.core.internal.lingam.contrast.ContrastRelease;
import io.hedgerow.core.internal.lingam.contrast.Contrasts;
import io.hedgerow.core.internal.lingam.contrast.RemoteContrasts;
import io.hedgerow.core.internal.release.SumDesign;
import io.hedgerow.core.internal.release.SumRelease;
import io.hedgerow.core.internal.search.score.GraphScore;
import io.hedgerow.core.internal.search.sums.MomentRelease;
import io.hedgerow.core.internal.search.sums.OutlyingMoments;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Learns a network from one exact sum of {@link SiteSums#CONTENTS}: by a search, of rows as they are or of time series,
 * which may request more where noises tell directions, or by DirectLiNGAM, which always does. The schema is of the
 * columns that are summed; the series is empty for rows as they are; {@code hiddenCauses} shows edges with the marks
 * that are left when causes may be hidden.
 */
record MomentsDesign(
        VariableSchema schema, SearchSettings settings, Rule rule, Optional<SeriesDesign> series, boolean hiddenCauses)
        implements SumDesign {

    /** Since sums tell which columns vary at how many rows: a site where one is constant compares the others. */
    static final int REVISION = 4;

    static final Parameter THRESHOLD = Parameter.nonNegative("threshold", "smallest weight of an edge")
            .usually("every edge that was found is kept");

    static final Parameter OWN_UNITS =
            Parameter.flag("own-units", "columns are in unrelated units: equal noise variances are not considered");

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

    static final Parameter MISSING = Parameter.choice(
                    "missing",
                    List.of("use"),
                    "rows may have missing cells: their others count, by what normal rows let expect")
            .usually("a missing cell is an error");

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
            .with(TELLS_SITES, SiteColumns.PARAMETER, MISSING)
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

    /** The way in which the network is derived from the moments. */
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

    static SumRelease of(StudyTerms terms, MethodParameters parameters) {
        terms.requireAllSites();
        boolean searches = terms.method().equals(GRAM.name());
        SearchSettings settings = SearchSettings.of(parameters, SearchSettings.ofSearch());
        boolean marked = searches && parameters.hiddenCauses();
        if (marked && settings.noiseDirections()) {
            throw new IllegalArgumentException("parameter hidden-causes of gram cannot be combined with orient:"
                    + " non-gaussian, whose directions are true only where no cause is hidden: leave one of them out");
        }
        SumRelease release = of(
                terms.agreement(),
                new MomentsDesign(
                        terms.schema(),
                        settings,
                        searches ? Rule.SEARCH : Rule.DIRECT_LINGAM,
                        Optional.empty(),
                        marked),
                terms.rounds(),
                parameters.flag(TELLS_SITES.name()));
        if (!searches) {
            return release;
        }
        Map<SiteId, Set<String>> lacks = SiteColumns.lacks(terms, parameters);
        return parameters.text(MISSING.name()).isPresent()
                ? missing(release, terms.agreement(), lacks, terms.rounds())
                : lacking(release, terms.agreement(), lacks);
    }

    /** The same where cells may be missing, and columns that sites lack are missing in all of their rows. */
    private static SumRelease missing(
            SumRelease release, Agreement agreement, Map<SiteId, Set<String>> lacks, int rounds) {
        MomentsDesign design = (MomentsDesign) release.design();
        SiteColumns.of(GRAM.name(), agreement, lacks, design.settings.noiseDirections(), false);
        return MissingCellsDesign.of(agreement, design, lacks, rounds, release.tellsSites());
    }

    /** The same where sites do not have some columns; itself where none lacks any. */
    static SumRelease lacking(SumRelease release, Agreement agreement, Map<SiteId, Set<String>> lacks) {
        MomentsDesign design = (MomentsDesign) release.design();
        return SiteColumns.of(GRAM.name(), agreement, lacks, design.settings.noiseDirections(), design.hiddenCauses)
                .map(roster -> LackingDesign.of(agreement, design, roster, release.tellsSites()))
                .orElse(release);
    }

    static SumRelease ofSeries(StudyTerms terms, MethodParameters parameters) {
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
                ? OwnNetworksDesign.of(agreement, settings, series, own.get(), terms.rounds())
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

    static SumRelease ofSeries(
            Agreement agreement, SearchSettings settings, SeriesDesign series, boolean tellsSites, boolean marked) {
        return of(
                agreement,
                new MomentsDesign(agreement.schema(), settings, Rule.SEARCH, Optional.of(series), marked),
                1,
                tellsSites);
    }

    /** A search on rows as they are. */
    static SumRelease of(Agreement agreement, SearchSettings settings, int rounds) {
        return of(
                agreement,
                new MomentsDesign(agreement.schema(), settings, Rule.SEARCH, Optional.empty(), false),
                rounds,
                false);
    }

    /** The rounds are an upper limit; one is enough where sites are not asked again. */
    private static SumRelease of(Agreement agreement, MomentsDesign design, int rounds, boolean tellsSites) {
        design.settings.known().requireFits(agreement.schema());
        int variables = agreement.schema().size();
        int fewest = design.rule.fewestRounds(variables, design.settings);
        if (rounds < fewest) {
            throw new IllegalArgumentException((design.rule == Rule.SEARCH ? "orient non-gaussian" : "direct-lingam")
                    + " asks sites again and needs rounds >= " + fewest + " for " + variables + " variables, was "
                    + rounds + ": write rounds: " + Math.max(2 * variables, fewest)
                    + ", of which it takes no more than it needs");
        }
        int sites = agreement.sites().size();
        Study study = design.asksAgain()
                ? ContrastRelease.study(agreement.name(), agreement.schema(), sites, rounds, policyOfAll(agreement))
                : MomentRelease.study(agreement.name(), agreement.schema(), sites, policyOfAll(agreement));
        return new SumRelease(study, design, tellsSites);
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
        return rule == Rule.DIRECT_LINGAM || settings.noiseDirections();
    }

    @Override
    public String components() {
        return "moments + " + rule.component + (settings.noiseDirections() ? " + noise directions" : "");
    }

    @Override
    public long publishedBytes(Study study, long coefficients) {
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
    public Found found(Sums sums) {
        sums.standOut(OutlyingMoments.of(schema.size(), sums.first(), this::moments));
        WithinSites moments = WithinSites.of(
                        schema.size(), sums.sites(), moments(sums.first().sum()), centring())
                .requireVarying(columns());
        if (rule == Rule.SEARCH) {
            SearchSettings.Searched found = series.map(design -> settings.search(design, moments))
                    .orElseGet(() -> settings.search(schema, moments, () -> contrasts(moments, sums)));
            Evidence evidence = hiddenCauses ? found.evidence().byMarks() : found.evidence();
            return Found.of(found.network(), evidence, found.notes());
        }
        DirectLingam.Found found = DirectLingam.learn(schema, moments, contrasts(moments, sums));
        WeightMatrix network = found.network().threshold(settings.threshold());
        return Found.of(network, found.evidence(), found.notes());
    }

    private static Contrasts contrasts(WithinSites moments, Sums sums) {
        return new RemoteContrasts(moments, sums::after, sums::left);
    }

    private List<String> columns() {
        return series.map(design -> design.slices().stacked()).orElse(schema).names();
    }

    private Parameters moments(Parameters sent) {
        return asksAgain() ? ContrastRelease.moments(schema.size(), sent) : sent;
    }
}
