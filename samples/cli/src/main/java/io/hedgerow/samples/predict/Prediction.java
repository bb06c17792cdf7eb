// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.StatisticsAccumulator;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.samples.exchange.LinearNetwork;
import io.hedgerow.samples.exchange.SavedNetwork;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.source.SourceFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a fitted network says of rows that it was not fitted to. Not private: it reads rows and prints what follows from
 * them.
 *
 * @param from {@code parents} of each variable, or the columns that were given
 * @param first rows; left out where there is a file, or something to compare with
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Prediction(
        String network,
        String data,
        Object from,
        @Nullable Map<String, String> set,
        long rows,
        List<Quality> variables,
        @Nullable String file,
        @Nullable PredictedRows first)
        implements Result {

    /** Farther apart than so many deviations, or by this factor in deviation, is another unit and no other people. */
    private static final double FAR = 10;

    /** Fewer rows have no deviation to compare. */
    private static final int FEW = 10;

    /**
     * How well a variable was predicted.
     *
     * @param parents how many; left out where columns were given
     * @param rmse √(Σ (x − x̂)²/n) in the variable's unit; left out where the rows do not have it
     * @param r2 1 − Σ (x − x̂)²/Σ (x − x̄)² with the mean of these rows; below 0 when that mean predicts better; left
     *     out where the rows do not have it, or it never varies
     * @param noise √ of the network's noise variance: the rmse to expect from parents; left out where columns were
     *     given
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Quality(
            String variable,
            @Nullable Integer parents,
            @Nullable Double rmse,
            @Nullable Double r2,
            @Nullable Double noise) {}

    /**
     * What is predicted from what.
     *
     * @param given columns; empty to predict every variable from its parents
     * @param set variables that are set beside them
     * @param anyScale whether rows may be far from those that were learned from
     * @param out a file for predicted values; null for none
     */
    public record Wanted(
            List<String> given,
            Intervention set,
            boolean anyScale,
            @Nullable Path out) {
        public Wanted {
            given = List.copyOf(given);
            set.requireNotGiven(given);
        }
    }

    public static Prediction of(SavedNetwork network, Path data, CsvOptions options, Wanted wanted) throws IOException {
        boolean parents = wanted.given().isEmpty();
        LinearNetwork fitted = LinearNetwork.of(network);
        if (parents) {
            LinearNetwork.open(network).ifPresent(edge -> {
                throw new DataException(network.source() + ": the direction of " + edge + " is not identified, so"
                        + " no one can tell whose parent is whose: name columns to predict from with --given, which is"
                        + " the same for all members of the class");
            });
        }
        int[] columns = columns(fitted, data, options, wanted.given());
        RowSource rows = SourceFile.open(
                data,
                options.withColumns(IntStream.of(columns)
                        .mapToObj(fitted.schema().names()::get)
                        .toArray(String[]::new)));
        StatisticsAccumulator sums = new StatisticsAccumulator(columns.length);
        rows.forEachRow(sums::add);
        SufficientStatistics moments = sums.finish();
        if (!wanted.anyScale()) {
            requireNear(fitted.setting(wanted.set().values()), columns, moments, data, wanted.set());
        }
        RowPredictor predictor = RowPredictor.of(fitted.setting(wanted.set().values()), wanted.given(), wanted.set());
        Path out = wanted.out();
        PredictedRows predicted = PredictedRows.write(
                out,
                predictor.names(),
                line -> rows.forEachRow(row -> line.accept(Arrays.stream(predictor.accept(spread(row, columns, fitted)))
                        .mapToObj(Double::toString)
                        .toList())));
        List<Quality> qualities = predictor.qualities(moments, columns, parents);
        return new Prediction(
                network.source(),
                data.toString(),
                parents ? "parents" : wanted.given(),
                wanted.set().isEmpty() ? null : wanted.set().texts(),
                moments.rows(),
                qualities,
                out == null ? null : out.toString(),
                predicted.unless(out, qualities.stream().anyMatch(own -> own.rmse() != null)));
    }

    /** The places of the network's variables that the file has: all, or at least those that are given. */
    private static int[] columns(LinearNetwork fitted, Path data, CsvOptions options, List<String> given) {
        List<String> names = fitted.schema().names();
        for (String name : given) {
            if (!names.contains(name)) {
                throw unknown(name, names);
            }
        }
        List<String> header = SourceFile.columns(data, options);
        List<String> needed = given.isEmpty() ? names : given;
        List<String> missing =
                needed.stream().filter(name -> !header.contains(name)).toList();
        if (!missing.isEmpty()) {
            throw new DataException(data + ": must have the columns " + String.join(", ", needed) + ", has no "
                    + missing.stream()
                            .map(name -> name
                                    + Nearest.to(name, header)
                                            .map(near -> " (but " + near + ")")
                                            .orElse(""))
                            .collect(Collectors.joining(", ")));
        }
        return IntStream.range(0, names.size())
                .filter(j -> header.contains(names.get(j)))
                .toArray();
    }

    static IllegalArgumentException unknown(String given, List<String> names) {
        return new IllegalArgumentException("--given must name variables of the network, " + String.join(", ", names)
                + ", was " + given
                + Nearest.to(given, names)
                        .map(near -> "; did you mean " + near + "?")
                        .orElse(""));
    }

    /** After what was set; those columns themselves are not read. */
    private static void requireNear(
            LinearNetwork fitted, int[] columns, SufficientStatistics moments, Path data, Intervention set) {
        if (moments.rows() < FEW) {
            return;
        }
        double[] means = fitted.means();
        double[][] covariance = fitted.covariance();
        for (int c = 0; c < columns.length; c++) {
            int j = columns[c];
            if (set.sets(j)) {
                continue;
            }
            double expected = Math.sqrt(covariance[j][j]);
            double found = Math.sqrt(moments.covariance(c, c));
            boolean moved = Math.abs(moments.mean(c) - means[j]) > FAR * Math.max(expected, found);
            boolean stretched = expected > 0 && found > 0 && (found > FAR * expected || expected > FAR * found);
            if (moved || stretched) {
                throw new DataException(String.format(
                        Locale.ROOT,
                        "%s: column %s has mean %.4g and standard deviation %.4g, and the network was learned from"
                                + " about %.4g and %.4g: its unit seems to be another one; bring it to the unit of"
                                + " the data that was learned from, or say --any-scale",
                        data,
                        fitted.schema().names().get(j),
                        moments.mean(c),
                        found,
                        means[j],
                        expected));
            }
        }
    }

    /** A row by the places of the network; NaN where the file has no such column. */
    private static double[] spread(double[] row, int[] columns, LinearNetwork fitted) {
        double[] all = new double[fitted.schema().size()];
        Arrays.fill(all, Double.NaN);
        for (int c = 0; c < columns.length; c++) {
            all[columns[c]] = row[c];
        }
        return all;
    }

    @Override
    public void describe(PrintWriter out) {
        if (first != null) {
            first.describe(out, rows);
        } else {
            PredictedRows.describeQualities(
                    out,
                    "  %12s  %8s  %12s",
                    List.of("variable", "RMSE", "R2", "noise"),
                    variables,
                    own -> List.of(
                            Printable.line(own.variable()),
                            PredictedRows.shown(own.rmse(), "%.4g"),
                            PredictedRows.shown(own.r2(), "%.3f"),
                            PredictedRows.shown(own.noise(), "%.4g")));
        }
        out.println(rows + " rows, each variable from "
                + (from instanceof List<?> given
                        ? given.stream()
                                .map(one -> Printable.line(one.toString()))
                                .collect(Collectors.joining(", "))
                        : "its parents")
                + Intervention.seen(set));
        if (file != null) {
            out.println("wrote " + file);
        }
    }

    /** Predicts row by row and adds up the squared errors. Not thread-safe. */
    private static final class RowPredictor {

        private final LinearNetwork fitted;
        /** Places that are predicted. */
        private final int[] targets;
        /** Places that are predicted from; empty for the parents of each. */
        private final int[] given;

        private final double[][] regressions;
        private final double[] means;
        private final double[] squares;

        private RowPredictor(LinearNetwork fitted, int[] targets, int[] given, double[][] regressions) {
            this.fitted = fitted;
            this.targets = targets;
            this.given = given;
            this.regressions = regressions;
            this.means = fitted.means();
            this.squares = new double[targets.length];
        }

        /** From the given columns, or from parents when there are none. */
        static RowPredictor of(LinearNetwork fitted, List<String> given, Intervention set) {
            int[] places =
                    given.stream().distinct().mapToInt(fitted.schema()::indexOf).toArray();
            int[] targets = IntStream.range(0, fitted.schema().size())
                    .filter(j -> !set.sets(j) && IntStream.of(places).noneMatch(place -> place == j))
                    .toArray();
            return new RowPredictor(
                    fitted, targets, places, places.length == 0 ? new double[0][] : fitted.regressions(places));
        }

        List<String> names() {
            return IntStream.of(targets).mapToObj(fitted.schema().names()::get).toList();
        }

        /** The predicted values of a row, whose errors are added where the row has the value. */
        double[] accept(double[] row) {
            double[] predicted = new double[targets.length];
            for (int t = 0; t < targets.length; t++) {
                int j = targets[t];
                predicted[t] = given.length == 0 ? fitted.fromParents(j, row) : conditionalMean(j, row);
                squares[t] += (row[j] - predicted[t]) * (row[j] - predicted[t]);
            }
            return predicted;
        }

        private double conditionalMean(int j, double[] row) {
            double value = means[j];
            for (int k = 0; k < given.length; k++) {
                value += regressions[j][k] * (row[given[k]] - means[given[k]]);
            }
            return value;
        }

        List<Prediction.Quality> qualities(SufficientStatistics moments, int[] columns, boolean parents) {
            List<Prediction.Quality> qualities = new ArrayList<>();
            for (int t = 0; t < targets.length; t++) {
                int j = targets[t];
                double mean = squares[t] / moments.rows();
                int column = IntStream.range(0, columns.length)
                        .filter(c -> columns[c] == j)
                        .findFirst()
                        .orElse(-1);
                double variance = column < 0 ? 0 : moments.covariance(column, column);
                qualities.add(new Prediction.Quality(
                        fitted.schema().names().get(j),
                        parents ? (Integer) fitted.parents(j).length : null,
                        column < 0 ? null : (Double) Math.sqrt(mean),
                        variance > 0 ? (Double) (1 - mean / variance) : null,
                        parents ? (Double) Math.sqrt(fitted.noiseVariance(j)) : null));
            }
            return qualities;
        }
    }
}
