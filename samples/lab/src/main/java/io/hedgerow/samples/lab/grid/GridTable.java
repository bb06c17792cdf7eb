// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.grid;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.samples.lab.grid.GridOptions.GridAxis;
import io.hedgerow.samples.lab.grid.GridRun.Figure;
import io.hedgerow.samples.lab.table.Heatmap;
import io.hedgerow.samples.lab.table.Spread;
import io.hedgerow.samples.lab.table.TableResult;
import io.hedgerow.samples.lab.trial.NamedCandidate;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Progress;
import io.hedgerow.samples.output.Table;
import io.hedgerow.samples.privacy.PrivateLearner;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;

/**
 * Runs a method at every point of a grid of its public settings, over several data sets, with the held-out error on
 * request.
 *
 * @param method one, whose parameters are the same at all points
 * @param axes one or two settings
 * @param seeds one data set for each
 * @param folds of cross-validation; 0 for none
 * @param epsilon budget of a run, for methods that need one
 * @param remarks descriptions of the data, and warnings
 */
record GridTable(
        NamedCandidate method,
        List<GridAxis> axes,
        IntFunction<GridData> data,
        List<Integer> seeds,
        int folds,
        OptionalDouble epsilon,
        List<String> remarks) {

    GridTable {
        axes = List.copyOf(axes);
        seeds = List.copyOf(seeds);
        remarks = List.copyOf(remarks);
        if (axes.isEmpty() || axes.size() > 2) {
            throw new IllegalArgumentException(
                    "--grid must be given once or twice, with another setting each, was " + axes.size() + " times");
        }
        if (axes.size() == 2 && axes.get(0).name().equals(axes.get(1).name())) {
            throw new IllegalArgumentException("--grid must name a setting once, named "
                    + axes.get(0).name() + " twice: put all its values behind one --grid");
        }
    }

    /** Figures that are shown, as far as they were measured; the first is that of the heatmap. */
    private static final List<Figure> FIGURES =
            List.of(Figure.RMSE, Figure.SHD, Figure.LAGGED_SHD, Figure.TPR, Figure.FDR, Figure.EDGES);

    /** A point for {@code table.json}: means by name, of runs that did not fail. */
    private record Point(Map<String, String> settings, int runs, int failures, Map<String, Spread> figures) {}

    TableResult run(CommandContext context) throws InterruptedException {
        List<List<String>> points = points();
        SharedAccounting accounting = new SharedAccounting();
        List<GridRun> runs = new ArrayList<>();
        int rounds = Math.max(1, folds);
        long total = (long) points.size() * seeds.size() * rounds;
        for (int seed : seeds) {
            GridData drawn = data.apply(seed);
            for (List<String> point : points) {
                at(point)
                        .requireParameters(
                                drawn.rows().schema(), drawn.rows().sites().size());
            }
            for (List<String> point : points) {
                for (int fold = 0; fold < rounds; fold++) {
                    runs.add(attempt(point, drawn, seed, folds == 0 ? -1 : fold, accounting, context));
                    context.progress().update(new Progress.Step("run", runs.size(), total, 0));
                }
            }
        }
        List<Figure> measured = FIGURES.stream()
                .filter(figure -> runs.stream().anyMatch(run -> !Double.isNaN(run.figure(figure))))
                .toList();
        if (measured.isEmpty()) {
            throw new DataException("no run gave a network: " + total + " failed, and the notes say why");
        }
        return result(points, runs, measured);
    }

    private TableResult result(List<List<String>> points, List<GridRun> runs, List<Figure> measured) {
        List<String> header = new ArrayList<>(axes.stream().map(GridAxis::name).toList());
        header.add("runs");
        measured.forEach(figure -> header.add(figure.title()));
        List<List<String>> rows = new ArrayList<>();
        List<Point> documents = new ArrayList<>();
        for (List<String> point : points) {
            Map<String, Spread> spreads = new TreeMap<>();
            measured.forEach(figure -> {
                double[] values = values(runs, point, figure).toArray();
                if (values.length > 0) {
                    spreads.put(figure.title(), Spread.of(values));
                }
            });
            int tried = (int)
                    runs.stream().filter(run -> run.values().equals(point)).count();
            int done = (int) values(runs, point, Figure.EDGES).count();
            List<String> row = new ArrayList<>(point);
            row.add(String.valueOf(done));
            measured.forEach(figure -> row.add(Optional.ofNullable(spreads.get(figure.title()))
                    .map(spread -> spread.text(figure.decimals()))
                    .orElse("-")));
            rows.add(row);
            Map<String, String> settings = new TreeMap<>();
            for (int a = 0; a < axes.size(); a++) {
                settings.put(axes.get(a).name(), point.get(a));
            }
            documents.add(new Point(settings, done, tried - done, spreads));
        }
        StringBuilder csv = new StringBuilder(GridRun.header(axes));
        runs.forEach(run -> csv.append(run.csv()));
        return new TableResult(
                remarks,
                new Table(axes.size(), header, rows),
                documents,
                Map.of(
                        "runs.csv",
                        csv.toString(),
                        "heatmap.svg",
                        heatmap(runs, measured.get(0)).svg()));
    }

    private static DoubleStream values(List<GridRun> runs, List<String> point, Figure figure) {
        return runs.stream()
                .filter(run -> run.values().equals(point))
                .mapToDouble(run -> run.figure(figure))
                .filter(value -> !Double.isNaN(value));
    }

    /** Every combination of values; the last axis changes first. */
    private List<List<String>> points() {
        List<List<String>> points = new ArrayList<>();
        for (String first : axes.get(0).values()) {
            if (axes.size() == 1) {
                points.add(List.of(first));
            } else {
                axes.get(1).values().forEach(second -> points.add(List.of(first, second)));
            }
        }
        return points;
    }

    /** Draws a heatmap; with two settings the first goes down and the second across. */
    private Heatmap heatmap(List<GridRun> runs, Figure figure) {
        GridAxis across = axes.get(axes.size() - 1);
        List<String> down = axes.size() == 2 ? axes.get(0).values() : List.of("");
        List<List<Double>> cells = new ArrayList<>();
        for (int r = 0; r < down.size(); r++) {
            List<Double> row = new ArrayList<>();
            for (int c = 0; c < across.values().size(); c++) {
                List<String> point = axes.size() == 2
                        ? List.of(down.get(r), across.values().get(c))
                        : List.of(across.values().get(c));
                row.add(values(runs, point, figure).average().orElse(Double.NaN));
            }
            cells.add(row);
        }
        return new Heatmap(
                figure.title() + ", " + method.text(),
                across.name(),
                across.values(),
                axes.size() == 2 ? axes.get(0).name() : "",
                down,
                cells,
                figure.highest());
    }

    private NamedCandidate at(List<String> point) {
        NamedCandidate told = method;
        for (int a = 0; a < axes.size(); a++) {
            told = told.with(axes.get(a).name(), point.get(a));
        }
        return told;
    }

    private GridRun attempt(
            List<String> point, GridData drawn, int seed, int fold, SharedAccounting accounting, CommandContext context)
            throws InterruptedException {
        NamedCandidate told = at(point);
        FoldedRows.Fold divided = fold < 0 ? drawn.rows().fold(-1, 1) : HeldOutError.divide(drawn.rows(), fold, folds);
        long start = System.nanoTime();
        try {
            LearnedNetwork found = learn(told, divided.training(), drawn, accounting);
            double seconds = (System.nanoTime() - start) / 1e9;
            HeldOutError error = fold < 0
                    ? new HeldOutError(Double.NaN, Double.NaN, 0)
                    : HeldOutError.of(drawn.rows(), divided, found);
            return GridRun.of(
                    seed, fold, point, drawn, new GridRun.Found(found.named().shown(), error, seconds));
        } catch (IllegalArgumentException e) {
            if (told.algorithm().has(MethodTrait.PROMISE)) {
                throw e; // whose parameters were not checked before
            }
            return failed(told, seed, fold, point, e, context);
        } catch (RuntimeException e) { // one failure must not lose a table of hours; it is counted and told
            return failed(told, seed, fold, point, e, context);
        }
    }

    private static GridRun failed(
            NamedCandidate told, int seed, int fold, List<String> point, RuntimeException why, CommandContext context) {
        context.note(told.text() + " failed for seed " + seed + (fold < 0 ? "" : ", fold " + (fold + 1)) + ": "
                + Words.reason(why));
        return GridRun.failed(seed, fold, point);
    }

    private LearnedNetwork learn(NamedCandidate told, Sites training, GridData drawn, SharedAccounting accounting)
            throws InterruptedException {
        if (!told.algorithm().has(MethodTrait.PROMISE)) {
            return told.learn(training.data(), drawn.truth().orElseGet(() -> empty(training)));
        }
        return PrivateLearner.forgotten(training, epsilon.orElseThrow(), accounting, Optional.empty())
                .run(told.method())
                .found();
    }

    private static WeightMatrix empty(Sites training) {
        return WeightMatrix.empty(training.schema().size());
    }

    /** Explains how the numbers of a grid are to be read. */
    static String reading(int folds, boolean series) {
        return folds == 0
                ? "mean±sd"
                : String.format(
                        Locale.ROOT,
                        "%d folds of %s; held-out RMSE of %s; mean±sd over folds",
                        folds,
                        series
                                ? "whole time series, consecutive ones over all sites"
                                : "rows, one after the other within each site",
                        series ? "forecasts of one step from the past alone" : "predictions from the parents");
    }
}
