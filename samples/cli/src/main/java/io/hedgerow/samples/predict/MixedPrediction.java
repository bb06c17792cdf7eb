// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.exchange.LinearNetwork;
import io.hedgerow.samples.exchange.SavedNetwork;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.source.SourceFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a network of numbers and categories says of rows. Not private: it reads rows and prints what follows from them.
 *
 * @param from {@code parents} of each variable, {@code others}: where directions are open, so that all members of the
 *     class say the same, or the list of columns that were given
 * @param notes what was left out
 * @param first as of {@link Prediction}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MixedPrediction(
        String network,
        String data,
        Object from,
        long rows,
        List<Quality> variables,
        List<String> notes,
        @Nullable String file,
        @Nullable PredictedRows first)
        implements Result {

    /**
     * How well a variable was predicted.
     *
     * @param compared rows that have it and a prediction
     * @param rmse of a number, in its unit; left out without such rows
     * @param r2 of a number, as of {@link Prediction.Quality}; left out where it never varies
     * @param noise of a number, from parents: √ of its noise variance
     * @param accuracy of a category, as the next two of {@link TablePrediction.Quality}
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Quality(
            String variable,
            long compared,
            @Nullable Double rmse,
            @Nullable Double r2,
            @Nullable Double noise,
            @Nullable Double accuracy,
            @Nullable Double mostCommon,
            @Nullable Double logLoss) {}

    public static MixedPrediction of(
            SavedNetwork network,
            MixedModel model,
            Path data,
            CsvOptions options,
            List<String> given,
            @Nullable Path out)
            throws IOException {
        List<String> names = model.schema().names();
        List<String> header = SourceFile.columns(data, options);
        int[] known = IntStream.range(0, names.size())
                .filter(j -> header.contains(names.get(j)))
                .toArray();
        int[] sources = TablePrediction.sources(names, header, known, given, data);
        boolean parents = given.isEmpty() && LinearNetwork.open(network).isEmpty();
        List<String> notes = new ArrayList<>();
        List<Target> targets = new ArrayList<>();
        for (int j = 0; j < names.size(); j++) {
            int one = j;
            if (!given.isEmpty() && IntStream.of(sources).anyMatch(i -> i == one)) {
                continue;
            }
            Target target = new Target(model, j, parents, given.isEmpty());
            List<String> missing = IntStream.of(target.sources)
                    .filter(i -> Arrays.binarySearch(known, i) < 0)
                    .mapToObj(names::get)
                    .toList();
            if (missing.isEmpty()) {
                targets.add(target);
            } else {
                notes.add(names.get(j) + " was not predicted: the file has no column " + String.join(", ", missing));
            }
            List<String> numbers = model.averagedOver(j);
            if (missing.isEmpty() && !numbers.isEmpty()) {
                notes.add(names.get(j) + " was predicted without " + String.join(", ", numbers)
                        + (given.isEmpty() ? "" : " as its cause")
                        + ": its table is a mean over " + (numbers.size() == 1 ? "this number" : "these numbers"));
            }
        }
        LevelRows rows = LevelRows.open(data, options, model.schema(), known);
        long[] count = new long[1];
        Consumer<Consumer<List<String>>> reading = line -> rows.forEach(row -> {
            count[0]++;
            Optional<double[][]> expected =
                    given.isEmpty() ? Optional.empty() : Optional.of(model.given(only(row, sources)));
            List<String> cells = new ArrayList<>();
            targets.forEach(target -> cells.addAll(target.accept(row, expected)));
            line.accept(cells);
        });
        PredictedRows predicted = PredictedRows.write(
                out,
                targets.stream().flatMap(target -> target.columns().stream()).toList(),
                reading);
        List<Quality> qualities = targets.stream().map(Target::quality).toList();
        return new MixedPrediction(
                network.source(),
                data.toString(),
                given.isEmpty()
                        ? parents ? "parents" : "others"
                        : IntStream.of(sources).mapToObj(names::get).toList(),
                count[0],
                qualities,
                notes,
                out == null ? null : out.toString(),
                predicted.unless(out, qualities.stream().anyMatch(own -> own.compared() > 0)));
    }

    /** A row without what is not given. */
    private static double[] only(double[] row, int[] sources) {
        double[] known = new double[row.length];
        Arrays.fill(known, Double.NaN);
        IntStream.of(sources).forEach(i -> known[i] = row[i]);
        return known;
    }

    /** One variable, with sums over rows. Not thread-safe. */
    private static final class Target {
        private final MixedModel model;
        private final int j;
        private final boolean parents;
        private final int[] sources;
        private final List<String> levels;
        private final long[] seen;
        private long compared;
        private long right;
        private double loss;
        private double squares;
        private double mean;
        private double spread;

        Target(MixedModel model, int j, boolean parents, boolean near) {
            this.model = model;
            this.j = j;
            this.parents = parents;
            this.sources = !near ? new int[0] : parents ? model.parents(j) : model.blanket(j);
            this.levels = model.schema().levels(j);
            this.seen = new long[levels.size()];
        }

        List<String> columns() {
            String name = model.schema().names().get(j);
            List<String> columns = new ArrayList<>(List.of(name));
            levels.forEach(level -> columns.add(name + "=" + level));
            return columns;
        }

        private double[] expected(double[] row) {
            if (model.isCategory(j)) {
                return parents ? model.levelsFromParents(j, row) : model.levelsFromOthers(j, row);
            }
            return new double[] {parents ? model.fromParents(j, row) : model.fromOthers(j, row)};
        }

        /**
         * The cells of a row; empty where a cell that is needed is missing.
         *
         * @param given what given cells say of all variables; empty where the row's own do
         */
        List<String> accept(double[] row, Optional<double[][]> given) {
            if (IntStream.of(sources).anyMatch(i -> Double.isNaN(row[i]))) {
                return Collections.nCopies(levels.size() + 1, "");
            }
            double[] says = given.isPresent() ? given.get()[j] : expected(row);
            if (!model.isCategory(j)) {
                double value = says[0];
                if (!Double.isNaN(row[j])) {
                    compared++;
                    squares += (row[j] - value) * (row[j] - value);
                    double step = row[j] - mean;
                    mean += step / compared;
                    spread += step * (row[j] - mean);
                }
                return List.of(Double.toString(value));
            }
            int best = IntStream.range(0, says.length)
                    .reduce((a, b) -> says[b] > says[a] ? b : a)
                    .orElseThrow();
            if (!Double.isNaN(row[j])) {
                int level = (int) row[j];
                compared++;
                seen[level]++;
                right += level == best ? 1 : 0;
                loss -= Math.log(says[level]);
            }
            List<String> cells = new ArrayList<>(List.of(levels.get(best)));
            Arrays.stream(says).mapToObj(Double::toString).forEach(cells::add);
            return cells;
        }

        Quality quality() {
            String name = model.schema().names().get(j);
            boolean number = !model.isCategory(j);
            Double noise = number && parents ? (Double) Math.sqrt(model.noiseVariance(j)) : null;
            if (compared == 0) {
                return new Quality(name, 0, null, null, noise, null, null, null);
            }
            double all = compared;
            if (number) {
                Double r2 = spread > 0 ? (Double) (1 - squares / spread) : null;
                return new Quality(name, compared, Math.sqrt(squares / all), r2, noise, null, null, null);
            }
            double common = Arrays.stream(seen).max().orElse(0) / all;
            Double mean = Double.isFinite(loss) ? (Double) (loss / all) : null;
            return new Quality(name, compared, null, null, null, right / all, common, mean);
        }
    }

    @Override
    public void describe(PrintWriter out) {
        if (first != null) {
            first.describe(out, rows);
        } else {
            PredictedRows.describeQualities(
                    out,
                    "  %10s  %7s  %10s  %8s  %11s  %8s",
                    List.of("variable", "RMSE", "R2", "noise", "accuracy", "most common", "log loss"),
                    variables,
                    own -> List.of(
                            Printable.line(own.variable()),
                            PredictedRows.shown(own.rmse(), "%.4g"),
                            PredictedRows.shown(own.r2(), "%.3f"),
                            PredictedRows.shown(own.noise(), "%.4g"),
                            PredictedRows.shown(own.accuracy(), "%.3f"),
                            PredictedRows.shown(own.mostCommon(), "%.3f"),
                            PredictedRows.shown(own.logLoss(), "%.3f")));
        }
        out.println(Words.count(rows, "row") + ", each variable from "
                + (from instanceof List<?> given
                        ? given.stream().map(name -> Printable.line("" + name)).collect(Collectors.joining(", "))
                        : from.equals("parents") ? "its parents" : "all others, for some directions are open"));
        notes.forEach(note -> out.println(Printable.line(note)));
        if (file != null) {
            out.println("wrote " + file);
        }
    }
}
