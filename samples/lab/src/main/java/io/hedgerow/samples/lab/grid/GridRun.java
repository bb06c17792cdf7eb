// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.grid;

import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.samples.lab.grid.GridOptions.GridAxis;
import java.util.List;
import java.util.Locale;

/**
 * One run at a point of a grid: a line of {@code runs.csv}. Figures that were not measured are NaN, and empty there.
 *
 * @param fold that was held out; -1 for none
 * @param shd structural Hamming distance, a reversed edge counting 1; of series within a step
 * @param laggedShd of edges from earlier steps
 * @param rmse of held-out rows: of forecasts where there are lags, from the parents otherwise
 */
record GridRun(
        int seed,
        int fold,
        List<String> values,
        double edges,
        double shd,
        double laggedShd,
        double tpr,
        double fdr,
        double rmse,
        double rmseParents,
        double seconds) {

    GridRun {
        values = List.copyOf(values);
    }

    static GridRun failed(int seed, int fold, List<String> values) {
        double none = Double.NaN;
        return new GridRun(seed, fold, values, none, none, none, none, none, none, none, none);
    }

    static GridRun of(int seed, int fold, List<String> values, GridData data, Found found) {
        WeightMatrix network = found.network();
        int edges = network.edgeCount();
        double none = Double.NaN;
        double rmse =
                data.rows().isOfSeries() ? found.error().past() : found.error().parents();
        if (data.truth().isEmpty()) {
            return new GridRun(
                    seed,
                    fold,
                    values,
                    edges,
                    none,
                    none,
                    none,
                    none,
                    rmse,
                    found.error().parents(),
                    found.seconds());
        }
        WeightMatrix truth = data.truth().get();
        StructureMetrics all = StructureMetrics.of(network, truth);
        return new GridRun(
                seed,
                fold,
                values,
                edges,
                StructureMetrics.of(data.part(network, false), data.part(truth, false))
                        .shd(),
                data.rows().isOfSeries()
                        ? StructureMetrics.of(data.part(network, true), data.part(truth, true))
                                .shd()
                        : none,
                all.tpr(),
                all.fdr(),
                rmse,
                found.error().parents(),
                found.seconds());
    }

    record Found(WeightMatrix network, HeldOutError error, double seconds) {}

    static String header(List<GridAxis> axes) {
        StringBuilder line = new StringBuilder("seed,fold");
        axes.forEach(axis -> line.append(',').append(axis.name()));
        return line.append(",edges,shd,laggedShd,tpr,fdr,rmse,rmseParents,seconds\n")
                .toString();
    }

    String csv() {
        StringBuilder line = new StringBuilder(seed + "," + (fold < 0 ? "" : String.valueOf(fold + 1)));
        values.forEach(value -> line.append(',').append(value));
        for (double figure : new double[] {edges, shd, laggedShd, tpr, fdr, rmse, rmseParents}) {
            line.append(',').append(Double.isNaN(figure) ? "" : Double.toString(figure));
        }
        line.append(',').append(Double.isNaN(seconds) ? "" : String.format(Locale.ROOT, "%.3f", seconds));
        return line.append('\n').toString();
    }
}
