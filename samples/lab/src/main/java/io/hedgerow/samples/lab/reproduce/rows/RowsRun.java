// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.rows;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.internal.InsecureOpenSites;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.catalogue.Baseline;
import io.hedgerow.core.internal.truth.WeightMetrics;
import io.hedgerow.core.internal.vote.AveragedNetwork;
import io.hedgerow.core.internal.vote.MajorityVote;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.lab.reproduce.rows.TetradProgram.PartialGraph;
import io.hedgerow.samples.lab.reproduce.run.CombinedNetworks;
import io.hedgerow.samples.lab.reproduce.run.PaperRun;
import io.hedgerow.samples.lab.reproduce.run.PlainMethodRun;
import io.hedgerow.samples.learn.PersonalWeights;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.sites.NamedSite;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Learns from rows: static networks, plain and private. */
public final class RowsRun implements PaperRun {

    /** NOTEARS at every site alone; figures are means over sites. */
    private static final String ALONE = "notears-alone";

    /** The search on moments at every site alone, then edges that more than half of them found: a method of ours. */
    private static final String SEARCH_VOTING = "search-voting";

    private final PaperData files;
    private final boolean watched;
    private final PrivateMethodRun privately = new PrivateMethodRun();
    private final CombinedNetworks combined = new CombinedNetworks();

    public RowsRun(PaperData files, boolean watched) {
        this.files = files;
        this.watched = watched;
    }

    @Override
    public Measured run(Settings settings, int seed) throws InterruptedException {
        RowsData data = RowsData.of(settings, seed, files);
        long start = System.nanoTime();
        if (settings.text("algorithm").equals(ALONE)) {
            List<WeightMatrix> networks = new ArrayList<>();
            for (NamedSite site : data.sites().all()) {
                networks.add(Baseline.NOTEARS
                        .learn(List.of(site.data()), Baseline.NOTEARS.settings(), Optional.empty())
                        .network());
            }
            return Measured.of(figures(networks, data, 0), 0, start);
        }
        if (TetradProgram.runs(settings)) {
            TetradProgram tetrad = new TetradProgram(files.tetrad().orElseThrow());
            List<PartialGraph> graphs = new ArrayList<>();
            for (NamedSite site : data.sites().all()) {
                graphs.add(tetrad.learn(settings.text("algorithm"), site.rows()));
            }
            return Measured.of(PartialGraph.voted(graphs).figures(data.truth()), 0, start);
        }
        if (settings.text("algorithm").equals(SEARCH_VOTING)) {
            return Measured.of(structure(List.of(searchedAndVoted(data)), data.truth()), 0, start);
        }
        if (PublishedRounds.isMeant(settings)) {
            WeightMatrix network = PublishedRounds.learn(settings, data).network();
            return Measured.of(structure(List.of(network), data.truth()), 0, start);
        }
        Map<Integer, Map<Measure, Double>> rounds = new TreeMap<>();
        CombinedNetworks.Timed timed = CombinedNetworks.areMeant(settings)
                ? combined.learn(settings, seed, data.sites(), data.truth())
                : new CombinedNetworks.Timed(
                        learn(settings, data, rounds), PaperRun.secondsSince(start), OptionalDouble.empty());
        Learned learned = timed.learned();
        WeightMatrix common = learned.found().network();
        List<WeightMatrix> networks = new ArrayList<>();
        for (NamedSite site : data.sites().all()) {
            SufficientStatistics rows = InsecureOpenSites.statistics(site.data());
            networks.add(settings.has("refit") ? PersonalWeights.refit(common, rows) : common);
        }
        Map<Measure, Double> figures =
                figures(networks, data, learned.found().run().publishedBytes());
        if (settings.has("clipping")) {
            figures.put(Measure.CLIPPED, ClippedShare.of(data, settings.number("clipping"), settings.number("rho2")));
        }
        return new Measured(figures, rounds, learned.bytes(), timed.seconds());
    }

    private Learned learn(Settings settings, RowsData data, Map<Integer, Map<Measure, Double>> rounds)
            throws InterruptedException {
        if (PlainMethodRun.algorithm(settings).has(MethodTrait.PROMISE)) {
            return privately.learn(settings, data);
        }
        RoundObserver watching = (report, consensus) ->
                rounds.put(rounds.size() + 1, ofRound(consensus, data, settings.number("threshold", 0.3)));
        return PlainMethodRun.learn(
                settings, data.sites(), data.truth(), watched ? watching : (report, consensus) -> {});
    }

    private static WeightMatrix searchedAndVoted(RowsData data) {
        int sites = data.sites().all().size();
        MajorityVote vote = new MajorityVote(data.truth().variables(), sites, Double.MIN_NORMAL);
        for (NamedSite site : data.sites().all()) {
            vote.add(Baseline.HILL_CLIMBING
                    .learn(List.of(site.data()), Baseline.HILL_CLIMBING.settings(), Optional.empty())
                    .network());
        }
        return vote.network().dag().weights();
    }

    /**
     * The consensus of a round, less its weak edges; W[i, j] is entry j · d + i, a column being one variable's causes.
     */
    private static Map<Measure, Double> ofRound(Parameters consensus, RowsData data, double threshold) {
        int d = data.truth().variables();
        double[] entries = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                entries[i * d + j] = i == j ? 0 : consensus.get(j * d + i);
            }
        }
        return structure(List.of(WeightMatrix.ofRows(d, entries).threshold(threshold)), data.truth());
    }

    private static Map<Measure, Double> figures(List<WeightMatrix> networks, RowsData data, long published) {
        Map<Measure, Double> all = structure(networks, data.truth());
        all.put(Measure.MEGABYTES, published / 1e6);
        if (!data.own().isEmpty()) {
            double error = 0;
            for (int p = 0; p < networks.size(); p++) {
                error += WeightMetrics.of(networks.get(p), data.own().get(p)).normalisedSquaredError();
            }
            all.put(Measure.NMSE, error / networks.size());
        }
        return all;
    }

    private static Map<Measure, Double> structure(List<WeightMatrix> networks, WeightMatrix truth) {
        List<StructureMetrics> metrics = networks.stream()
                .map(network -> StructureMetrics.of(network, truth))
                .toList();
        Map<Measure, Double> all = new EnumMap<>(Measure.class);
        put(all, Measure.SHD, metrics, StructureMetrics::shd);
        put(all, Measure.TPR, metrics, StructureMetrics::tpr);
        put(all, Measure.FDR, metrics, StructureMetrics::fdr);
        put(all, Measure.EDGES, metrics, StructureMetrics::estimatedEdges);
        put(all, Measure.SKELETON, metrics, StructureMetrics::skeletonCorrect);
        put(all, Measure.V_STRUCTURES, metrics, StructureMetrics::vStructuresCorrect);
        return all;
    }

    private static void put(
            Map<Measure, Double> all,
            Measure measure,
            List<StructureMetrics> metrics,
            ToDoubleFunction<StructureMetrics> figure) {
        all.put(measure, metrics.stream().mapToDouble(figure).average().orElseThrow());
    }

    /**
     * Rounds of Fed-Sparse-BNSL whose sites take {@linkplain PublishedDescent the printed steps}; the network is the
     * mean of the last third of the rounds, as that of {@code dp-fed-sparse}. Not private.
     *
     * @param rounds of the method without noise
     * @param terms of the steps
     */
    private record PublishedRounds(Method rounds, MethodSettings settings, PublishedDescent.Terms terms)
            implements Method {

        /** The name in settings; {@code clipped} is average or rows. */
        private static final String NAME = "printed-dp-pgcd";

        static boolean isMeant(Settings settings) {
            return settings.find("algorithm").filter(NAME::equals).isPresent();
        }

        static LearnedNetwork learn(Settings settings, RowsData data) throws InterruptedException {
            UploadProtection plain = UploadProtection.insecurePlain();
            Agreement agreement = Agreement.inProcess(
                    NAME, data.sites().schema(), data.sites().all().size(), plain);
            PublishedDescent.Terms terms = new PublishedDescent.Terms(
                    settings.choice("clipped", PublishedDescent.Clipping.class),
                    settings.number("clipping"),
                    settings.whole("steps"),
                    settings.whole("rounds"),
                    settings.number("gamma"),
                    settings.number("epsilon"));
            NamedMethod named = Method.named(FederatedMethod.FED_SPARSE.id())
                    .with("preset", "paper")
                    .with("no-centring", "true")
                    .withRounds(settings.whole("rounds"));
            for (String parameter : List.of("lambda", "rho1", "rho2", "threshold")) {
                named = named.with(parameter, settings.text(parameter));
            }
            Method base = named.inOneProcess(agreement, MethodCatalogue.ofModules());
            MethodSettings told = (MethodSettings) base.shownSettings().orElseThrow();
            return Learning.of(new PublishedRounds(base, told, terms), plain)
                    .learnFrom(data.sites().data());
        }

        @Override
        public Study study() {
            return rounds.study();
        }

        @Override
        public SumForm sums() {
            return rounds.sums();
        }

        @Override
        public String components() {
            return new PublishedDescent(terms).id();
        }

        @Override
        public long publishedBytes(List<RoundReport> reports, long coefficients) {
            return rounds.publishedBytes(reports, coefficients);
        }

        @Override
        public LocalSolver solver(SiteId site) {
            return new PublishedDescent(terms);
        }

        @Override
        public Ended coordinate(Coordination with) throws InterruptedException {
            Study study = study();
            return Method.rounds(
                    study,
                    FederatedMethod.FED_SPARSE.newGlobalSolver(study.layout().targets(), settings),
                    new AveragedNetwork(study, Math.max(1, settings.rounds() / 3), settings.threshold()),
                    with);
        }
    }

    /**
     * How often clipping changes a gradient: the share of entries x_ki r_kj, i ≠ j, over all rows k of all sites, whose
     * size is above the bound c_i = κ√M_i. The residuals r = x − Wᵀx are those of the true network, where a method that
     * works ends; before, at W = 0, they are larger and more is clipped.
     */
    static final class ClippedShare {

        private ClippedShare() {}

        /** Counts, at the clip C of 002 §5.3, so that κ = C / √(Σ_i M_i), and ρ2 of M_i = S_ii + ρ2. */
        static double of(RowsData data, double clipping, double rho2) {
            WeightMatrix truth = data.truth();
            int d = truth.variables();
            double factor = clipping / Math.sqrt(PrivateMethodRun.curvature(data, rho2));
            long[] counts = new long[2];
            for (NamedSite site : data.sites().all()) {
                double[] bounds = new double[d];
                double[] moments = PrivateMethodRun.moments(site, d);
                for (int i = 0; i < d; i++) {
                    bounds[i] = factor * Math.sqrt(moments[i] + rho2);
                }
                double[] residual = new double[d];
                site.rows().forEachRow(row -> {
                    for (int j = 0; j < d; j++) {
                        residual[j] = row[j];
                        for (int i = 0; i < d; i++) {
                            residual[j] -= truth.get(i, j) * row[i];
                        }
                    }
                    for (int i = 0; i < d; i++) {
                        for (int j = 0; j < d; j++) {
                            counts[0] += i != j && Math.abs(row[i] * residual[j]) > bounds[i] ? 1 : 0;
                            counts[1] += i != j ? 1 : 0;
                        }
                    }
                });
            }
            return (double) counts[0] / counts[1];
        }
    }
}
