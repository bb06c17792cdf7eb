// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.network;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.truth.WeightMetrics;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares a dynamic network with the true one.
 *
 * @param w edges within a step
 * @param a edges from earlier steps
 * @param auroc area under the receiver operating characteristic of ordered pairs of different variables, whatever the
 *     lag; left out where it is not defined
 * @param aupr the same under the curve of precision and recall
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SeriesDistance(
        Part w, Part a, @Nullable Double auroc, @Nullable Double aupr) {

    /**
     * The errors of one part of a network against the true one.
     *
     * @param shd insertions, deletions and, within a step, reversals, which count once
     * @param tpr share of the known edges that were found
     * @param fdr share of the found edges that are not known
     */
    public record Part(int shd, double tpr, double fdr) {}

    /** Means of {@link Part} over sites. */
    public record MeanPart(double shd, double tpr, double fdr) {

        private static MeanPart of(List<Part> parts) {
            return new MeanPart(
                    parts.stream().mapToInt(Part::shd).average().orElseThrow(),
                    parts.stream().mapToDouble(Part::tpr).average().orElseThrow(),
                    parts.stream().mapToDouble(Part::fdr).average().orElseThrow());
        }
    }

    /** The mean errors of the sites' personal networks against their true ones. */
    public record Mean(MeanPart w, MeanPart a) {}

    private static double[][] block(WeightMatrix stacked, TimeSlices slices, int lag) {
        int d = slices.size();
        double[][] block = new double[d][d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                block[i][j] = stacked.get(lag * d + i, j);
            }
        }
        return block;
    }

    /** Compares a network with the known one; scores of ordered pairs, [d, d], are the larger the surer. */
    public static SeriesDistance of(TimeSlices slices, WeightMatrix network, WeightMatrix truth, WeightMatrix scores) {
        WeightMetrics ranks = WeightMetrics.of(scores, strongest(slices, truth));
        return new SeriesDistance(
                within(slices, network, truth),
                lagged(slices, network, truth),
                finite(ranks.auroc()),
                finite(ranks.aupr()));
    }

    /** The same without another score of pairs: the largest weights are the surest. */
    public static SeriesDistance of(TimeSlices slices, WeightMatrix network, WeightMatrix truth) {
        return of(slices, network, truth, strongest(slices, network));
    }

    /** Compares networks of sites' own, at least one, with the known ones. */
    public static Mean mean(List<NamedNetwork> networks, List<WeightMatrix> truths) {
        List<Part> w = new ArrayList<>();
        List<Part> a = new ArrayList<>();
        for (int p = 0; p < networks.size(); p++) {
            TimeSlices slices = networks.get(p).slices().orElseThrow();
            w.add(within(slices, networks.get(p).shown(), truths.get(p)));
            a.add(lagged(slices, networks.get(p).shown(), truths.get(p)));
        }
        return new Mean(MeanPart.of(w), MeanPart.of(a));
    }

    private static Part within(TimeSlices slices, WeightMatrix network, WeightMatrix truth) {
        StructureMetrics within = StructureMetrics.of(
                WeightMatrix.of(block(network, slices, 0)), WeightMatrix.of(block(truth, slices, 0)));
        return new Part(within.shd(), within.tpr(), within.fdr());
    }

    private static Part lagged(TimeSlices slices, WeightMatrix network, WeightMatrix truth) {
        int found = 0;
        int known = 0;
        int both = 0;
        for (int i = slices.size(); i < network.variables(); i++) {
            for (int j = 0; j < slices.size(); j++) {
                boolean estimated = network.hasEdge(i, j);
                boolean there = truth.hasEdge(i, j);
                found += estimated ? 1 : 0;
                known += there ? 1 : 0;
                both += estimated && there ? 1 : 0;
            }
        }
        return new Part(
                found + known - 2 * both,
                known == 0 ? 1 : (double) both / known,
                found == 0 ? 0 : (double) (found - both) / found);
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** The largest entry of a pair over all lags, with its sign: [d, d]; nothing of own lags. */
    public static WeightMatrix strongest(TimeSlices slices, WeightMatrix stacked) {
        int d = slices.size();
        double[] best = new double[d * d];
        for (int i = 0; i < stacked.variables(); i++) {
            int from = slices.variable(i);
            for (int j = 0; j < d; j++) {
                double value = stacked.get(i, j);
                if (from != j && Math.abs(value) > Math.abs(best[from * d + j])) {
                    best[from * d + j] = value;
                }
            }
        }
        return WeightMatrix.ofRows(d, best);
    }
}
