// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.series;

import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.lab.reproduce.run.CombinedNetworks;
import io.hedgerow.samples.lab.reproduce.run.PaperRun;
import io.hedgerow.samples.lab.reproduce.run.PlainMethodRun;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.network.SeriesDistance;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Learns dynamic networks; figures are means over sites, each compared with the network that is true there. */
public final class SeriesRun implements PaperRun {

    private final CombinedNetworks combined = new CombinedNetworks();

    @Override
    public Measured run(Settings settings, int seed) throws InterruptedException {
        SeriesData data = SeriesData.of(settings, seed);
        long start = System.nanoTime();
        WeightMatrix truth = data.truths().get(0);
        CombinedNetworks.Timed timed = CombinedNetworks.areMeant(settings)
                ? combined.learn(settings, seed, data.sites(), truth)
                : new CombinedNetworks.Timed(
                        PlainMethodRun.learn(settings, data.sites(), truth, (report, consensus) -> {}),
                        PaperRun.secondsSince(start),
                        OptionalDouble.empty());
        Learned learned = timed.learned();
        List<WeightMatrix> networks = learned.networks(data.truths().size());
        Map<Measure, Double> figures = figures(networks, data);
        timed.converged().ifPresent(share -> figures.put(Measure.CONVERGED, share));
        return new Measured(figures, Map.of(), learned.bytes(), timed.seconds());
    }

    private static Map<Measure, Double> figures(List<WeightMatrix> networks, SeriesData data) {
        TimeSlices slices = TimeSlices.of(data.sites().schema()).orElseThrow();
        SeriesDistance.Mean distance = SeriesDistance.mean(
                networks.stream()
                        .map(network -> NamedNetwork.of(data.sites().schema(), network))
                        .toList(),
                data.truths());
        Map<Measure, Double> all = new EnumMap<>(Measure.class);
        all.put(
                Measure.EDGES,
                networks.stream().mapToInt(WeightMatrix::edgeCount).average().orElseThrow());
        all.put(Measure.W_SHD, distance.w().shd());
        all.put(Measure.W_TPR, distance.w().tpr());
        all.put(Measure.W_FDR, distance.w().fdr());
        all.put(Measure.A_SHD, distance.a().shd());
        all.put(Measure.A_TPR, distance.a().tpr());
        all.put(Measure.A_FDR, distance.a().fdr());
        all.put(
                Measure.W_SHD_TWICE,
                IntStream.range(0, networks.size())
                        .mapToDouble(k -> StructureMetrics.of(
                                        within(networks.get(k), slices),
                                        within(data.truths().get(k), slices))
                                .shdReversalTwice())
                        .average()
                        .orElseThrow());
        return all;
    }

    private static WeightMatrix within(WeightMatrix stacked, TimeSlices slices) {
        int d = slices.size();
        double[] w = new double[d * d];
        for (int k = 0; k < w.length; k++) {
            w[k] = stacked.get(k / d, k % d);
        }
        return WeightMatrix.ofRows(d, w);
    }
}
