// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.series;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.samples.lab.grid.FoldedRows;
import io.hedgerow.samples.lab.grid.HeldOutError;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.lab.reproduce.run.PaperRun;
import io.hedgerow.samples.lab.reproduce.run.PlainMethodRun;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.sites.Sites;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Learns without one fold of the time series of a file and predicts it (004, figure 8, which does not say how its folds
 * were made). The seed is the fold, from 1 to {@code folds}; series are whole, and consecutive ones are at one of
 * {@code sites} sites.
 */
public record CrossValidationRun(PaperData files) implements PaperRun {

    @Override
    public Measured run(Settings settings, int seed) throws InterruptedException {
        int folds = settings.whole("folds");
        if (seed < 1 || seed > folds) {
            throw new IllegalArgumentException(
                    "--seeds are folds here, from 1 to " + folds + ", was " + seed + ": leave --seeds out");
        }
        FoldedRows rows = rows(SeriesFiles.dream4(files, settings.whole("network")), settings.whole("sites"));
        long start = System.nanoTime();
        FoldedRows.Fold fold = HeldOutError.divide(rows, seed - 1, folds);
        Learned learned = PlainMethodRun.learn(settings, fold.training());
        HeldOutError error = HeldOutError.of(rows, fold, learned.found());
        double seconds = PaperRun.secondsSince(start);
        Map<Measure, Double> figures = new EnumMap<>(Measure.class);
        figures.put(Measure.RMSE, error.past());
        figures.put(Measure.RMSE_PARENTS, error.parents());
        figures.put(Measure.EDGES, (double) learned.found().network().edgeCount());
        return new Measured(figures, Map.of(), learned.bytes(), seconds);
    }

    /** Consecutive series for each site. */
    private static FoldedRows rows(SeriesFiles.Known known, int sites) {
        List<String> columns = new ArrayList<>(List.of("realisation", "time"));
        columns.addAll(known.variables());
        VariableSchema schema = new VariableSchema(columns);
        long series =
                known.rows().stream().mapToLong(row -> (long) row[0]).distinct().count();
        double first = known.rows().stream().mapToDouble(row -> row[0]).min().orElseThrow();
        List<RowSource> sources = new ArrayList<>();
        for (int p = 0; p < sites; p++) {
            int site = p;
            sources.add(InMemoryRows.of(
                    schema,
                    known.rows().stream()
                            .filter(row -> ((long) (row[0] - first)) * sites / series == site)
                            .toArray(double[][]::new)));
        }
        return FoldedRows.ofSeries(Sites.numbered("site ", sources).all(), RankingRun.ORDER, 1);
    }
}
