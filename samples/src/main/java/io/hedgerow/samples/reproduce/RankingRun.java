// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.reproduce;

import io.hedgerow.core.data.InMemoryRows;
import io.hedgerow.core.data.RowPartition;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.Lagged;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.graph.WeightMetrics;
import io.hedgerow.core.method.Learning;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.learn.Learned;
import io.hedgerow.samples.learn.NamedSite;
import io.hedgerow.samples.learn.Sites;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Ranks ordered pairs of different variables by |W[i, j]| + Σ_l |A_l[i, j]|, the sum of the matrices that 000 §7.6 and
 * 7.7 rank by. The seed means nothing: the data are in files.
 */
record RankingRun(PaperData files) implements PaperRun {

    private static final int MOST = 10_000_000;
    static final Lagged.Order ORDER =
            new Lagged.Order(Optional.of("realisation"), Optional.of("time"), OptionalDouble.empty());

    @Override
    public Measured run(Settings settings, int seed) throws InterruptedException {
        return settings.has("together") ? together(settings) : alone(settings);
    }

    private Measured alone(Settings settings) throws InterruptedException {
        SeriesFiles.Known known = settings.text("source").equals("dream4")
                ? SeriesFiles.dream4(files, settings.whole("network"))
                : SeriesFiles.fmri(files, settings.whole("simulation"), settings.whole("subject"));
        Sites sites = sites(known, settings.whole("sites"));
        long start = System.nanoTime();
        Learned learned = MethodChoice.learn(
                settings, sites, WeightMatrix.empty(sites.schema().size()), (report, consensus) -> {});
        double seconds = (System.nanoTime() - start) / 1e9;
        Map<Measure, Double> figures = figures(learned.found().network(), sites.schema(), known.truth());
        return new Measured(figures, Map.of(), learned.bytesUp() + learned.bytesDown(), seconds);
    }

    /**
     * All data sets, or subjects, of {@code together}, each a site: ranks by the network of its own, or by the common
     * one; figures are means over sites, and those of a site stand at its number.
     */
    private Measured together(Settings settings) throws InterruptedException {
        List<NamedSite> sites = new ArrayList<>();
        Map<Integer, SeriesFiles.Known> known = new LinkedHashMap<>();
        VariableSchema schema = null;
        for (String word : settings.text("together").split(" ", -1)) {
            int number = Integer.parseInt(word);
            SeriesFiles.Known one = settings.text("source").equals("dream4")
                    ? SeriesFiles.dream4(files, number)
                    : SeriesFiles.fmri(files, settings.whole("simulation"), number);
            Sites own = sites(one, 1);
            schema = own.schema();
            sites.add(NamedSite.of("site " + number, own.all().get(0).rows().orElseThrow()));
            known.put(number, one);
        }
        Sites all = new Sites(Objects.requireNonNull(schema), sites);
        long start = System.nanoTime();
        Learned learned = MethodChoice.learn(
                settings, all, WeightMatrix.empty(all.schema().size()), (report, consensus) -> {});
        double seconds = (System.nanoTime() - start) / 1e9;
        List<SiteId> names = Learning.siteIds(sites.size());
        Map<Integer, Map<Measure, Double>> each = new TreeMap<>();
        Map<Measure, Double> mean = new EnumMap<>(Measure.class);
        for (Map.Entry<Integer, SeriesFiles.Known> one : known.entrySet()) {
            WeightMatrix network = learned.found()
                    .personal()
                    .getOrDefault(names.get(each.size()), learned.found().named())
                    .weights();
            Map<Measure, Double> figures =
                    figures(network, all.schema(), one.getValue().truth());
            each.put(one.getKey(), figures);
            figures.forEach((measure, figure) -> mean.merge(measure, figure / sites.size(), Double::sum));
        }
        return new Measured(mean, each, learned.bytesUp() + learned.bytesDown(), seconds);
    }

    private static Map<Measure, Double> figures(WeightMatrix network, VariableSchema schema, WeightMatrix truth) {
        WeightMetrics ranks = WeightMetrics.of(scores(network, schema), truth);
        Map<Measure, Double> figures = new EnumMap<>(Measure.class);
        figures.put(Measure.AUROC, ranks.auroc());
        figures.put(Measure.AUPR, ranks.aupr());
        return figures;
    }

    /** Of several series, whole ones for each site; of one, consecutive rows with their lag. */
    private static Sites sites(SeriesFiles.Known known, int count) {
        List<String> names = new ArrayList<>(List.of("realisation", "time"));
        names.addAll(known.variables());
        RowSource all = InMemoryRows.of(new VariableSchema(names), known.rows().toArray(new double[0][]));
        RowSource lagged = RowsData.inMemory(Lagged.of(all, ORDER, 1), MOST);
        List<NamedSite> sites = new ArrayList<>();
        // series have equal lengths, and the number of sites divides theirs, so consecutive rows are whole series
        for (RowSource part : RowPartition.contiguous(lagged, count)) {
            sites.add(NamedSite.of("site " + (sites.size() + 1), RowsData.inMemory(part, MOST)));
        }
        return new Sites(lagged.schema(), sites);
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
