// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.grid;

import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.samples.lab.grid.GridOptions.GridAxis;
import io.hedgerow.samples.lab.grid.GridRun.Figure;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One run at a point of a grid: a line of {@code runs.csv}. Figures that were not measured are NaN, and empty there.
 *
 * @param fold that was held out; -1 for none
 */
record GridRun(int seed, int fold, List<String> values, Map<Figure, Double> figures, double seconds) {

    /** The measures of a run, in the order of the columns of {@code runs.csv}. */
    enum Figure {
        EDGES("edges", "edges", 1, true),
        /** Structural Hamming distance, a reversed edge counting 1; of series within a step. */
        SHD("shd", "SHD", 1, false),
        /** Of edges from earlier steps. */
        LAGGED_SHD("laggedShd", "lagged SHD", 1, false),
        TPR("tpr", "TPR", 3, true),
        FDR("fdr", "FDR", 3, false),
        /** Of held-out rows: of forecasts where there are lags, from the parents otherwise. */
        RMSE("rmse", "held-out RMSE", 4, false),
        RMSE_OF_PARENTS("rmseParents", "held-out RMSE of parents", 4, false);

        private final String column;
        private final String title;
        private final int decimals;
        private final boolean highest;

        Figure(String column, String title, int decimals, boolean highest) {
            this.column = column;
            this.title = title;
            this.decimals = decimals;
            this.highest = highest;
        }

        String title() {
            return title;
        }

        int decimals() {
            return decimals;
        }

        /** Whether the highest value is the best. */
        boolean highest() {
            return highest;
        }
    }

    GridRun {
        values = List.copyOf(values);
        figures = Map.copyOf(figures);
    }

    static GridRun failed(int seed, int fold, List<String> values) {
        return new GridRun(seed, fold, values, Map.of(), Double.NaN);
    }

    static GridRun of(int seed, int fold, List<String> values, GridData data, Found found) {
        Optional<StructureMetrics> all = data.truth().map(truth -> StructureMetrics.of(found.network(), truth));
        boolean ofSeries = data.rows().isOfSeries();
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        figures.put(Figure.EDGES, (double) found.network().edgeCount());
        figures.put(Figure.SHD, shd(data, found.network(), false));
        if (ofSeries) {
            figures.put(Figure.LAGGED_SHD, shd(data, found.network(), true));
        }
        all.ifPresent(metrics -> figures.put(Figure.TPR, metrics.tpr()));
        all.ifPresent(metrics -> figures.put(Figure.FDR, metrics.fdr()));
        HeldOutError error = found.error();
        figures.put(Figure.RMSE, ofSeries ? error.past() : error.parents());
        figures.put(Figure.RMSE_OF_PARENTS, error.parents());
        return new GridRun(seed, fold, values, figures, found.seconds());
    }

    double figure(Figure figure) {
        return figures.getOrDefault(figure, Double.NaN);
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
        for (Figure figure : Figure.values()) {
            line.append(',').append(figure.column);
        }
        return line.append(",seconds\n").toString();
    }

    String csv() {
        StringBuilder line = new StringBuilder(seed + "," + (fold < 0 ? "" : String.valueOf(fold + 1)));
        values.forEach(value -> line.append(',').append(value));
        for (Figure figure : Figure.values()) {
            double value = figure(figure);
            line.append(',').append(Double.isNaN(value) ? "" : Double.toString(value));
        }
        line.append(',').append(Double.isNaN(seconds) ? "" : String.format(Locale.ROOT, "%.3f", seconds));
        return line.append('\n').toString();
    }
}
