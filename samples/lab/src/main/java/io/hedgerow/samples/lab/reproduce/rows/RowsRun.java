// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.rows;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.internal.InsecureOpenSites;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.catalogue.Baseline;
import io.hedgerow.core.internal.truth.WeightMetrics;
import io.hedgerow.core.internal.vote.MajorityVote;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.model.Parameters;
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
        put(all, Measure.EDGES, metrics, m -> m.edges().estimate());
        put(all, Measure.SKELETON, metrics, m -> m.skeleton().both());
        put(all, Measure.V_STRUCTURES, metrics, m -> m.vStructures().both());
        return all;
    }

    private static void put(
            Map<Measure, Double> all,
            Measure measure,
            List<StructureMetrics> metrics,
            ToDoubleFunction<StructureMetrics> figure) {
        all.put(measure, metrics.stream().mapToDouble(figure).average().orElseThrow());
    }
}
