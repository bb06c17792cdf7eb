// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.series;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.RowPartition;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.catalogue.ChangeRanking;
import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.core.internal.truth.WeightMetrics;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.lab.reproduce.run.PaperRun;
import io.hedgerow.samples.lab.reproduce.run.PlainMethodRun;
import io.hedgerow.samples.lab.table.NumberList;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.sites.NamedSite;
import io.hedgerow.samples.learn.sites.OpenedStatistics;
import io.hedgerow.samples.learn.sites.PairScores.NoiseScores;
import io.hedgerow.samples.learn.sites.Sites;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Ranks ordered pairs of different variables by |W[i, j]| + Σ_l |A_l[i, j]|, the sum of the matrices that 000 §7.6 and
 * 7.7 rank by, or, with the setting {@code ranking}, by a score that needs no network. The seed means nothing: the data
 * are in files.
 */
public record RankingRun(PaperData files) implements PaperRun {

    static final Lagged.Order ORDER =
            new Lagged.Order(Optional.of("realisation"), Optional.of("time"), OptionalDouble.empty());

    /** The least size that is 1 in {@link Measure#AUROC_OF_BINARY}. */
    private static final double BINARY = 0.2;

    @Override
    public Measured run(Settings settings, int seed) throws InterruptedException {
        if (settings.has("apart")) {
            return apart(settings);
        }
        return settings.has("together") ? together(settings) : alone(settings);
    }

    /** Every data set of {@code together} by itself, its series being at {@code sites} sites. */
    private Measured apart(Settings settings) throws InterruptedException {
        Map<Integer, Map<Measure, Double>> each = new TreeMap<>();
        Map<Measure, Double> mean = new EnumMap<>(Measure.class);
        List<Integer> numbers = numbers(settings);
        long bytes = 0;
        double seconds = 0;
        for (int number : numbers) {
            Measured one = alone(settings.with(
                    new Settings(Map.of("network", String.valueOf(number), "subject", String.valueOf(number)))));
            each.put(number, one.figures());
            one.figures().forEach((measure, figure) -> mean.merge(measure, figure / numbers.size(), Double::sum));
            bytes += one.bytes();
            seconds += one.seconds();
        }
        return new Measured(mean, each, bytes, seconds);
    }

    private static List<Integer> numbers(Settings settings) {
        return NumberList.parse("together", settings.text("together").replace(' ', ','), 0);
    }

    private Measured alone(Settings settings) throws InterruptedException {
        SeriesFiles.Known known =
                known(settings, settings.whole(settings.text("source").equals("dream4") ? "network" : "subject"));
        Sites sites = sites(known, settings.whole("sites"));
        long start = System.nanoTime();
        if (settings.has("ranking")) {
            WeightMatrix scores = ranked(settings.text("ranking"), sites);
            double seconds = PaperRun.secondsSince(start);
            return new Measured(figures(scores, sites.schema(), known.truth()), Map.of(), 0, seconds);
        }
        Learned learned = PlainMethodRun.learn(settings, sites);
        double seconds = PaperRun.secondsSince(start);
        Map<Measure, Double> figures = figuresOfNetwork(learned.found().network(), sites.schema(), known.truth());
        return new Measured(figures, Map.of(), learned.bytes(), seconds);
    }

    private static WeightMatrix ranked(String kind, Sites sites) {
        TimeSlices slices = TimeSlices.of(sites.schema()).orElseThrow();
        OpenedStatistics statistics = new OpenedStatistics(sites);
        return switch (kind) {
            case "averaged" -> ChangeRanking.averaged(slices, statistics.pooled());
            case "ridge" -> ChangeRanking.ridge(slices, statistics.pooled());
            case "non-gaussian" -> NoiseScores.of(sites, statistics, slices.size());
            default ->
                throw new IllegalArgumentException("ranking must be averaged, ridge or non-gaussian, was " + kind);
        };
    }

    private SeriesFiles.Known known(Settings settings, int number) {
        return settings.text("source").equals("dream4")
                ? SeriesFiles.dream4(files, number)
                : SeriesFiles.fmri(files, settings.whole("simulation"), number);
    }

    /**
     * Ranks all data sets, or subjects, of {@code together}, each a site: by the network of its own, or by the common
     * one; figures are means over sites, and those of a site stand at its number.
     */
    private Measured together(Settings settings) throws InterruptedException {
        List<NamedSite> sites = new ArrayList<>();
        Map<Integer, SeriesFiles.Known> known = new LinkedHashMap<>();
        for (int number : numbers(settings)) {
            SeriesFiles.Known one = known(settings, number);
            sites.add(NamedSite.of("site " + number, sites(one, 1).all().get(0).rows()));
            known.put(number, one);
        }
        Sites all = new Sites(sites.get(0).rows().schema(), sites);
        long start = System.nanoTime();
        Learned learned = PlainMethodRun.learn(settings, all);
        double seconds = PaperRun.secondsSince(start);
        List<WeightMatrix> networks = learned.networks(sites.size());
        Map<Integer, Map<Measure, Double>> each = new TreeMap<>();
        Map<Measure, Double> mean = new EnumMap<>(Measure.class);
        for (Map.Entry<Integer, SeriesFiles.Known> one : known.entrySet()) {
            Map<Measure, Double> figures = figuresOfNetwork(
                    networks.get(each.size()), all.schema(), one.getValue().truth());
            each.put(one.getKey(), figures);
            figures.forEach((measure, figure) -> mean.merge(measure, figure / sites.size(), Double::sum));
        }
        return new Measured(mean, each, learned.bytes(), seconds);
    }

    /** Figures of a network; of pairs that are ranked without one, see {@link #figures}. */
    private static Map<Measure, Double> figuresOfNetwork(
            WeightMatrix network, VariableSchema schema, WeightMatrix truth) {
        Map<Measure, Double> figures = figures(network, schema, truth);
        figures.put(Measure.AUROC_OF_BINARY, aurocOfBinary(network, schema, truth));
        return figures;
    }

    /** See {@link Measure#AUROC_OF_BINARY}; a variable paired with itself is an edge of every network of netsim. */
    static double aurocOfBinary(WeightMatrix stacked, VariableSchema schema, WeightMatrix truth) {
        TimeSlices slices = TimeSlices.of(schema).orElseThrow();
        int d = slices.size();
        double[] sums = new double[d * d];
        for (int i = 0; i < stacked.variables(); i++) {
            for (int j = 0; j < d; j++) {
                sums[slices.variable(i) * d + j] += stacked.get(i, j);
            }
        }
        int edges = 0;
        int found = 0;
        int wrong = 0;
        for (int k = 0; k < sums.length; k++) {
            boolean edge = k / d == k % d || truth.hasEdge(k / d, k % d);
            boolean one = Math.abs(sums[k]) >= BINARY;
            edges += edge ? 1 : 0;
            found += edge && one ? 1 : 0;
            wrong += !edge && one ? 1 : 0;
        }
        return (1 + (double) found / edges - (double) wrong / (sums.length - edges)) / 2;
    }

    private static Map<Measure, Double> figures(WeightMatrix network, VariableSchema schema, WeightMatrix truth) {
        WeightMetrics ranks = WeightMetrics.of(scores(network, schema), truth);
        Map<Measure, Double> figures = new EnumMap<>(Measure.class);
        figures.put(Measure.AUROC, ranks.auroc());
        figures.put(Measure.AUPR, ranks.aupr());
        return figures;
    }

    /** Divides several series into whole ones for each site; one into consecutive rows with their lag. */
    private static Sites sites(SeriesFiles.Known known, int count) {
        List<String> names = new ArrayList<>(List.of("realisation", "time"));
        names.addAll(known.variables());
        RowSource all = InMemoryRows.of(new VariableSchema(names), known.rows().toArray(new double[0][]));
        // series have equal lengths, and the number of sites divides theirs, so consecutive rows are whole series
        return Sites.numbered("site ", RowPartition.contiguous(Sites.inMemory(Lagged.of(all, ORDER, 1)), count))
                .inMemory();
    }

    static WeightMatrix scores(WeightMatrix stacked, VariableSchema schema) {
        TimeSlices slices = TimeSlices.of(schema).orElseThrow();
        int d = slices.size();
        double[] scores = new double[d * d];
        for (int i = 0; i < stacked.variables(); i++) {
            for (int j = 0; j < d; j++) {
                int from = slices.variable(i);
                if (from != j) {
                    scores[from * d + j] += Math.abs(stacked.get(i, j));
                }
            }
        }
        return WeightMatrix.ofRows(d, scores);
    }
}
