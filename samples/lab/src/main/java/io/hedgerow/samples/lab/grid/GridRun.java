// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.grid;

import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.samples.lab.grid.GridOptions.GridAxis;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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
        Optional<StructureMetrics> all = data.truth().map(truth -> StructureMetrics.of(found.network(), truth));
        boolean ofSeries = data.rows().isOfSeries();
        return new GridRun(
                seed,
                fold,
                values,
                found.network().edgeCount(),
                shd(data, found.network(), false),
                ofSeries ? shd(data, found.network(), true) : Double.NaN,
                all.map(StructureMetrics::tpr).orElse(Double.NaN),
                all.map(StructureMetrics::fdr).orElse(Double.NaN),
                ofSeries ? found.error().past() : found.error().parents(),
                found.error().parents(),
                found.seconds());
    }

    private static double shd(GridData data, WeightMatrix network, boolean lagged) {
        return data.truth()
                .map(truth -> (double) StructureMetrics.of(data.part(network, lagged), data.part(truth, lagged))
                        .shd())
                .orElse(Double.NaN);
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
