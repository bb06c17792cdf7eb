// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.InsecureOpenSites;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.federation.PayloadBytes;
import io.hedgerow.core.federation.RunReport;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.lingam.contrast.Contrasts;
import io.hedgerow.core.internal.search.sites.SiteCombination;
import io.hedgerow.core.internal.search.sums.OutlyingMoments;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.internal.solver.notears.Notears;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The methods that federated ones are compared with: no study, no privacy, statistics of all sites in one process. */
public enum Baseline {
    /** NOTEARS on the rows of all sites in one place. */
    NOTEARS,
    /** DYNOTEARS on the rows of all sites in one place, which are those of series with their lags. */
    DYNOTEARS,
    /** DYNOTEARS at every site alone, then the mean of their weights. */
    DYNOTEARS_AVERAGING(DYNOTEARS),
    /** DYNOTEARS at every site alone, then the one nearest to the known network. */
    DYNOTEARS_BEST(DYNOTEARS),
    /** NOTEARS at every site alone, then edges that more than half of them found. */
    VOTING(NOTEARS),
    /** NOTEARS at every site alone, then the mean of their weights. */
    AVERAGING(NOTEARS),
    /** NOTEARS at every site alone, then the one nearest to the known network. */
    BEST(NOTEARS),
    /** NOTEARS-MLP on the rows of all sites in one place: a neural network for each variable. */
    NOTEARS_MLP,
    /** NOTEARS-MLP at every site alone, then edges that more than half of them found. */
    NOTEARS_MLP_VOTING(NOTEARS_MLP),
    /** NOTEARS-MLP at every site alone, then the mean of their weights. */
    NOTEARS_MLP_AVERAGING(NOTEARS_MLP),
    /** NOTEARS-MLP at every site alone, then the one nearest to the known network. */
    NOTEARS_MLP_BEST(NOTEARS_MLP),
    /** Climbs with restarts and a search over classes, on the moments of all sites, without probabilities. */
    HILL_CLIMBING,
    /** The posterior over structures by chains over orders, on the moments of all sites; what gram does with a sum. */
    ORDER_MCMC;

    private final Optional<Baseline> ofEachSite;

    Baseline() {
        this.ofEachSite = Optional.empty();
    }

    Baseline(Baseline ofEachSite) {
        this.ofEachSite = Optional.of(ofEachSite);
    }

    /**
     * {@return the declaration of the baseline, with the settings that it reads} Its name is that of the constant, in
     * lower case with dashes.
     */
    public MethodDescriptor descriptor() {
        Set<MethodTrait> traits = EnumSet.of(MethodTrait.IN_ONE_PROCESS);
        if (isDynamic()) {
            traits.add(MethodTrait.SERIES);
        }
        if (isOfNetworks()) {
            traits.add(MethodTrait.NEURAL);
        }
        if (this == BEST || this == DYNOTEARS_BEST || this == NOTEARS_MLP_BEST) {
            traits.add(MethodTrait.TRUTH);
        }
        if (searches()) {
            traits.add(MethodTrait.SEARCH);
            traits.add(MethodTrait.UNITLESS);
        }
        MethodDescriptor plain = new MethodDescriptor(Words.dashed(this), sentence(), traits, List.of())
                .with(Parameter.nonNegative("threshold", "smallest weight of an edge")
                        .usually(
                                searches()
                                        ? "every edge that was found is kept"
                                        : "" + settings().threshold()));
        if (searches()) {
            return plain.with(
                            MomentsDesign.SEED,
                            MomentsDesign.SCORE,
                            MomentsDesign.OWN_UNITS.only(Parameter.Where.IN_ONE_PROCESS),
                            MomentsDesign.ORIENT)
                    .markingHiddenCauses()
                    .knowingEdges();
        }
        MethodDescriptor penalised = plain.with(
                Parameter.nonNegative("lambda", "weight of sparsity")
                        .usually("" + settings().lambda()),
                SeriesModel.UNIT,
                Parameter.flag("no-centring", "rows are taken as they are, not about the site's own mean"));
        if (isOfNetworks()) {
            return penalised.with(
                    MlpMethod.hidden(),
                    Parameter.count("seed", "where it begins").from(0, 1e15).usually("1"));
        }
        MethodDescriptor linear = penalised.with(MomentsDesign.SEED_OF_ROWS);
        return isDynamic()
                ? linear.with(Parameter.positive("lambda-a", "weight of sparsity of edges of lags")
                        .usually("lambda"))
                : linear;
    }

    private String sentence() {
        String how =
                switch (ofEachSite.orElse(this)) {
                    case NOTEARS -> "NOTEARS";
                    case DYNOTEARS -> "DYNOTEARS";
                    case NOTEARS_MLP -> "NOTEARS-MLP";
                    case HILL_CLIMBING -> "hill climbing";
                    default -> "the posterior over structures";
                };
        if (ofEachSite.isEmpty()) {
            return "a baseline: " + how + " on the rows of all sites in one place";
        }
        String ending = name().endsWith("VOTING")
                ? "edges that more than half of them found"
                : name().endsWith("AVERAGING") ? "the mean of their weights" : "the one nearest to the known network";
        return "a baseline: " + how + " at every site alone, then " + ending;
    }

    /** {@return the method that sites run alone before networks are combined; empty where rows are in one place} */
    public Optional<Baseline> ofEachSite() {
        return ofEachSite;
    }

    /** {@return the usual settings, from which it starts} */
    public SearchSettings settings() {
        if (isDynamic()) {
            return SearchSettings.ofDynotears();
        }
        if (isOfNetworks()) {
            return SearchSettings.ofNotearsMlp();
        }
        return searches() ? SearchSettings.ofSearch() : SearchSettings.ofNotears();
    }

    /**
     * {@return the settings that parameters say}
     *
     * @param said the baseline with its parameters; of the unit rows are divided by the root before, and marks of
     *     hidden causes are shown by the evidence
     * @throws IllegalArgumentException when a parameter is not one of the baseline, or has a wrong value
     */
    public SearchSettings settings(NamedMethod said) {
        return said.read(MethodCatalogue.ofModules(), parameters -> {
            if (searches()) {
                parameters.hiddenCauses();
            }
            return SearchSettings.of(parameters, settings());
        });
    }

    /** {@return whether it learns from series, so that rows must have their lags} */
    public boolean isDynamic() {
        return ofEachSite.orElse(this) == DYNOTEARS;
    }

    private boolean isOfNetworks() {
        return ofEachSite.orElse(this) == NOTEARS_MLP;
    }

    private boolean searches() {
        return this == HILL_CLIMBING || this == ORDER_MCMC;
    }

    /**
     * {@return the network that it learns, over the same columns}
     *
     * @param sites over the same variables; for DYNOTEARS over the columns of {@link TimeSlices#stacked}, as
     *     {@link io.hedgerow.core.internal.design.Lagged} gives them
     * @param settings of the run
     * @param truth the known network, which only {@link #BEST} and the others of this name use
     * @throws IllegalArgumentException when the best is asked for without a known network, edges are known beforehand
     *     that this one would not keep, or the columns of DYNOTEARS have no lags
     */
    public LearnedNetwork learn(List<SiteData> sites, SearchSettings settings, Optional<WeightMatrix> truth) {
        VariableSchema schema = sites.get(0).schema();
        MethodCatalogue.requireNumbers(Words.dashed(this), schema);
        if (!searches() && !settings.known().knowsNothing()) {
            throw new IllegalArgumentException(name()
                    + " cannot keep known edges, only HILL_CLIMBING and ORDER_MCMC can, was given " + settings.known());
        }
        return switch (this) {
            case NOTEARS, DYNOTEARS, NOTEARS_MLP ->
                inOnePlace(
                        schema,
                        Dag.strongest(fit(schema, settings, sites), settings.threshold())
                                .dag()
                                .weights(),
                        Optional.empty(),
                        optimiser(),
                        Set.of(),
                        notes());
            case HILL_CLIMBING ->
                searched(
                        schema, sites, settings.climb(schema, moments(sites), () -> contrasts(sites)), "hill-climbing");
            case ORDER_MCMC ->
                searched(schema, sites, settings.search(schema, moments(sites), () -> contrasts(sites)), "order-mcmc");
            default -> combined(schema, alone(sites, settings), settings, truth);
        };
    }

    /**
     * {@return the network that every site learns from its own rows, in the order of the sites, before a threshold}
     * {@link #VOTING}, {@link #AVERAGING} and {@link #BEST} combine the same ones, so that a comparison of the three
     * needs them once.
     *
     * @param sites over the same variables
     * @param settings of the run, of which the threshold changes nothing
     */
    public List<WeightMatrix> alone(List<SiteData> sites, SearchSettings settings) {
        return sites.stream()
                .map(site -> fit(site.schema(), settings, List.of(site)))
                .toList();
    }

    private LearnedNetwork inOnePlace(
            VariableSchema schema,
            WeightMatrix network,
            Optional<Evidence> evidence,
            String components,
            Set<SiteId> outlying,
            List<String> notes) {
        String upload = "none: rows in one place";
        return learned(schema, network, evidence, report(0, upload, components, outlying, notes));
    }

    private LearnedNetwork learned(
            VariableSchema schema, WeightMatrix network, Optional<Evidence> evidence, RunReport run) {
        return LearnedNetwork.of(schema, network, Optional.empty(), evidence, isOfNetworks(), run);
    }

    private RunReport report(long bytes, String upload, String components, Set<SiteId> outlying, List<String> notes) {
        return new RunReport(
                new RunReport.Provenance(Words.dashed(this), Map.of(), components, upload),
                List.of(),
                new PayloadBytes(bytes, 0),
                bytes,
                outlying,
                Map.of(),
                notes);
    }

    private LearnedNetwork searched(
            VariableSchema schema, List<SiteData> sites, SearchSettings.Searched found, String components) {
        return inOnePlace(
                schema,
                found.network(),
                Optional.of(found.evidence()),
                components,
                outlying(sites.stream().map(InsecureOpenSites::statistics).toList()),
                found.notes());
    }

    private static WithinSites moments(List<SiteData> sites) {
        int d = sites.get(0).schema().size();
        double[] sum = new double[SiteSums.layout(d).size()];
        for (SiteData site : sites) {
            Parameters own = InsecureOpenSites.read(site, SiteSums::of);
            for (int k = 0; k < sum.length; k++) {
                sum[k] += own.get(k);
            }
        }
        return WithinSites.of(d, sites.size(), Parameters.takeOver(sum))
                .requireVarying(sites.get(0).schema().names());
    }

    /** The sites' rows, each site read once for every question. */
    private static Contrasts contrasts(List<SiteData> sites) {
        return Contrasts.sum(sites.stream()
                .map(site -> Contrasts.ofSite(
                        InsecureOpenSites.statistics(site),
                        consumer -> InsecureOpenSites.read(site, view -> {
                            view.forEachRow(consumer);
                            return view;
                        })))
                .toList());
    }

    /**
     * {@return the network, over the same columns, of what sites learned {@linkplain #alone alone}}
     *
     * @param schema the columns
     * @param networks one for each site
     * @param settings of the run, of which the threshold is used
     * @param truth the known network, which only {@link #BEST} and the others of this name use
     * @throws IllegalArgumentException when this one combines nothing, there is no network, or the best is asked for
     *     without a known one
     */
    public LearnedNetwork combined(
            VariableSchema schema, List<WeightMatrix> networks, SearchSettings settings, Optional<WeightMatrix> truth) {
        double threshold = settings.threshold();
        WeightMatrix network =
                switch (this) {
                    case VOTING, NOTEARS_MLP_VOTING -> SiteCombination.voting(networks, threshold);
                    case AVERAGING, DYNOTEARS_AVERAGING, NOTEARS_MLP_AVERAGING ->
                        SiteCombination.averaging(networks, threshold);
                    case BEST, DYNOTEARS_BEST, NOTEARS_MLP_BEST ->
                        SiteCombination.best(
                                networks,
                                threshold,
                                truth.orElseThrow(() -> new IllegalArgumentException(
                                        "the best of the sites' networks needs the known one, had none")));
                    default ->
                        throw new IllegalArgumentException(
                                name() + " must be one that combines networks of sites, such as VOTING, was not");
                };
        // every site sends its network once, dense, as the papers count it
        long bytes = (long) networks.size() * targets(schema) * schema.size() * Double.BYTES;
        String components = optimiser() + " + combination";
        return learned(
                schema, network, Optional.empty(), report(bytes, "insecure-plain", components, Set.of(), notes()));
    }

    private static Set<SiteId> outlying(List<SufficientStatistics> sites) {
        List<SiteId> names = SiteId.numbered(sites.size());
        Map<SiteId, SufficientStatistics> named = new HashMap<>();
        for (int p = 0; p < sites.size(); p++) {
            named.put(names.get(p), sites.get(p));
        }
        return OutlyingMoments.of(named);
    }

    private String optimiser() {
        if (isOfNetworks()) {
            return "notears-mlp";
        }
        return isDynamic() ? "dynotears" : "notears";
    }

    private List<String> notes() {
        return isOfNetworks() ? List.of(MlpMethod.NORMS) : List.of();
    }

    private int targets(VariableSchema schema) {
        if (!isDynamic()) {
            return schema.size();
        }
        return TimeSlices.of(schema)
                .orElseThrow(() -> new IllegalArgumentException(name()
                        + " needs the columns of series with their lags, such as x1, x2, x1[t-1], x2[t-1], were "
                        + schema.names() + ": make the rows with Lagged.of"))
                .size();
    }

    private WeightMatrix fit(VariableSchema schema, SearchSettings settings, List<SiteData> sites) {
        SufficientStatistics rows = InsecureOpenSites.pooled(sites);
        if (isOfNetworks()) {
            return MlpMethod.fit(rows, settings, sites);
        }
        return new Notears(new TraceExponential())
                .fit(
                        targets(schema),
                        rows.variables(),
                        rows.secondMoment(settings.centring()),
                        settings.lambda(),
                        settings.lagLambda())
                .weights();
    }
}
