package io.hedgerow.core.method;

import io.hedgerow.core.acyclicity.TraceExponential;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.lingam.DirectLingam;
import io.hedgerow.core.internal.lingam.ReadableSite;
import io.hedgerow.core.internal.search.NoiseAssumption;
import io.hedgerow.core.internal.search.SiteCombination;
import io.hedgerow.core.internal.search.StructurePosterior;
import io.hedgerow.core.internal.search.StructureSearch;
import io.hedgerow.core.internal.search.WithinSites;
import io.hedgerow.core.internal.solver.Notears;
import io.hedgerow.core.internal.solver.OutlyingMoments;
import io.hedgerow.core.protocol.SiteId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What federated methods are compared with: no study, no privacy, the statistics of all sites in this process. */
public enum Baseline {
    /** NOTEARS on the rows of all sites in one place. */
    NOTEARS,
    /** NOTEARS at every site alone, then edges that more than half of them found. */
    VOTING,
    /** NOTEARS at every site alone, then the mean of their weights. */
    AVERAGING,
    /** NOTEARS at every site alone, then the one nearest to the known network. */
    BEST,
    /** Hill climbing on the rows of all sites in one place. */
    HILL_CLIMBING,
    /** The posterior over structures by chains over orders, on the rows of all sites in one place. */
    ORDER_MCMC,
    /** Directions from noise that is not Gaussian, by sums over the sites' rows. */
    DIRECT_LINGAM;

    /**
     * What it starts from.
     *
     * @return usual settings
     */
    public SearchSettings settings() {
        return switch (this) {
            case HILL_CLIMBING, ORDER_MCMC, DIRECT_LINGAM -> SearchSettings.ofSearch();
            default -> SearchSettings.ofNotears();
        };
    }

    /**
     * Learns.
     *
     * @param sites over the same variables
     * @param settings of the run
     * @param truth the known network, which only {@link #BEST} uses
     * @return the network
     * @throws IllegalArgumentException when {@link #BEST} has no known network
     */
    public LearnedNetwork learn(List<SiteData> sites, SearchSettings settings, Optional<WeightMatrix> truth) {
        List<SufficientStatistics> statistics =
                sites.stream().map(InsecureOpenSites::statistics).toList();
        VariableSchema schema = sites.get(0).schema();
        return switch (this) {
            case NOTEARS ->
                inOnePlace(
                        schema,
                        Dag.strongest(fit(settings, InsecureOpenSites.pooled(sites)), settings.threshold())
                                .dag()
                                .weights(),
                        Optional.empty(),
                        "notears",
                        Set.of());
            case HILL_CLIMBING ->
                inOnePlace(
                        schema,
                        settings.search(InsecureOpenSites.pooled(sites)),
                        Optional.empty(),
                        "hill-climbing",
                        outlying(statistics));
            case ORDER_MCMC -> posterior(schema, statistics, settings);
            case DIRECT_LINGAM -> nonGaussian(schema, sites, statistics, settings);
            case VOTING, AVERAGING, BEST -> combined(schema, statistics, settings, truth);
        };
    }

    private static LearnedNetwork inOnePlace(
            VariableSchema schema,
            WeightMatrix network,
            Optional<WeightMatrix> confidence,
            String components,
            Set<SiteId> outlying) {
        return new LearnedNetwork(
                schema,
                network,
                confidence,
                List.of(),
                0,
                0,
                0,
                "none: rows in one place",
                components,
                outlying,
                Map.of());
    }

    private static LearnedNetwork posterior(
            VariableSchema schema, List<SufficientStatistics> sites, SearchSettings settings) {
        WithinSites moments = WithinSites.of(sites);
        double rows = moments.effectiveRows();
        StructurePosterior found =
                StructureSearch.of(schema.size(), settings.seed()).search(moments.covariance(), rows);
        String said = String.format(
                Locale.ROOT,
                "order-mcmc, %s noise variances (criterion better by %.0f), %.0f effective rows of %d, "
                        + "%d of %d chains trapped",
                found.assumption() == NoiseAssumption.EQUAL ? "equal" : "unequal",
                found.margin(),
                rows,
                moments.rows(),
                found.trapped(),
                StructureSearch.CHAINS);
        return inOnePlace(
                schema,
                found.network().threshold(settings.threshold()),
                Optional.of(found.shown()),
                said,
                outlying(sites));
    }

    private static LearnedNetwork nonGaussian(
            VariableSchema schema,
            List<SiteData> sites,
            List<SufficientStatistics> statistics,
            SearchSettings settings) {
        List<ReadableSite> asked = new ArrayList<>();
        for (int p = 0; p < sites.size(); p++) {
            SiteData site = sites.get(p);
            asked.add(new ReadableSite(statistics.get(p), consumer -> InsecureOpenSites.read(site, consumer)));
        }
        DirectLingam.Found found = DirectLingam.learn(schema, asked);
        return inOnePlace(
                        schema,
                        found.network().threshold(settings.threshold()),
                        Optional.empty(),
                        "direct-lingam",
                        outlying(statistics))
                .noting(found.doubts(schema));
    }

    private LearnedNetwork combined(
            VariableSchema schema,
            List<SufficientStatistics> sites,
            SearchSettings settings,
            Optional<WeightMatrix> truth) {
        List<WeightMatrix> networks =
                sites.stream().map(site -> fit(settings, site)).toList();
        double threshold = settings.threshold();
        WeightMatrix network =
                switch (this) {
                    case VOTING -> SiteCombination.voting(networks, threshold);
                    case AVERAGING -> SiteCombination.averaging(networks, threshold);
                    default ->
                        SiteCombination.best(
                                networks,
                                threshold,
                                truth.orElseThrow(() -> new IllegalArgumentException(
                                        "the best of the sites' networks needs the known one, had none")));
                };
        // every site sends its network once, dense, as the papers count it
        long bytes = (long) sites.size() * schema.size() * schema.size() * Double.BYTES;
        return new LearnedNetwork(
                schema,
                network,
                Optional.empty(),
                List.of(),
                bytes,
                0,
                bytes,
                "insecure-plain",
                "notears + combination",
                Set.of(),
                Map.of());
    }

    private static Set<SiteId> outlying(List<SufficientStatistics> sites) {
        List<SiteId> names = Learning.siteIds(sites.size());
        Map<SiteId, SufficientStatistics> named = new HashMap<>();
        for (int p = 0; p < sites.size(); p++) {
            named.put(names.get(p), sites.get(p));
        }
        return OutlyingMoments.of(named);
    }

    private static WeightMatrix fit(SearchSettings settings, SufficientStatistics rows) {
        return new Notears(new TraceExponential())
                .fit(rows.variables(), rows.secondMoment(settings.centring()), settings.lambda())
                .weights();
    }
}
