// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.predict.FittedNetwork;
import io.hedgerow.core.predict.LinearNetwork;
import io.hedgerow.core.predict.RowPredictor;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.source.SourceFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Predictions of new rows by a fitted network, with their quality. Not private: it reads rows and prints what follows
 * from them.
 *
 * @param from {@code parents} of each variable, or the columns that were given
 * @param missing cells that were predicted without, by column; left out where there are none
 * @param first rows; left out where there is a file, or something to compare with
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Prediction(
        String network,
        String data,
        Object from,
        @Nullable Map<String, String> set,
        long rows,
        @Nullable Map<String, Long> missing,
        List<Quality> variables,
        @Nullable String file,
        @Nullable PredictedRows first)
        implements Result {

    /**
     * How well a variable was predicted.
     *
     * @param parents how many; left out where columns were given
     * @param compared rows that have it
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
            long compared,
            @Nullable Double rmse,
            @Nullable Double r2,
            @Nullable Double noise) {}

    /**
     * The request for a prediction: the given columns, the variables that are set, and the output file.
     *
     * @param given columns; empty to predict every variable from its parents
     * @param set variables that are set beside them
     * @param anyScale whether rows may be far from those that were learned from
     * @param out a file for predicted values; null for none
     */
    public record Wanted(
            List<String> given,
            Map<String, String> set,
            boolean anyScale,
            @Nullable Path out) {
        public Wanted {
            given = List.copyOf(given);
            set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
            for (String name : new TreeSet<>(given)) {
                if (set.containsKey(name)) {
                    throw new IllegalArgumentException(
                            "--given and --do must not name the same column, both name " + name + ": leave one out");
                }
            }
        }

        /** Prepares to predict the rows of a file; what the SDK calls given is the option of that name. */
        RowPredictor predictor(FittedNetwork network, Path data, CsvOptions options) {
            List<String> header = SourceFile.columns(data, options);
            try {
                return network.predictor(data.toString(), header, given, set);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(named(e.getMessage()), e);
            } catch (DataException e) {
                throw new DataException(named(e.getMessage()), e);
            }
        }

        private static String named(@Nullable String message) {
            return message != null && message.startsWith("given ") ? "--" + message : "" + message;
        }
    }

    public static Prediction of(FittedNetwork network, Path data, CsvOptions options, Wanted wanted)
            throws IOException {
        LinearNetwork fitted = network.linear().orElseThrow();
        boolean parents = wanted.given().isEmpty();
        if (parents) {
            network.openDirection().ifPresent(edge -> {
                throw new DataException(network.source() + ": the direction of " + edge + " is not identified, so"
                        + " no one can tell whose parent is whose: name columns to predict from with --given, which is"
                        + " the same for all members of the class");
            });
        }
        RowPredictor predictor = wanted.predictor(network, data, options);
        RowSource rows = LevelRows.open(data, options, network.schema(), predictor.columns());
        Optional<String> unit = predictor.otherUnit(rows);
        if (unit.isPresent() && !wanted.anyScale()) {
            throw new DataException(data + ": " + unit.get() + ", or say --any-scale");
        }
        Path out = wanted.out();
        PredictedRows predicted = PredictedRows.write(out, network.schema(), predictor, rows);
        List<Quality> qualities = predictor.qualities().stream()
                .map(own -> new Quality(
                        own.variable(),
                        parents ? (Integer) fitted.parents(fitted.schema().indexOf(own.variable())).length : null,
                        own.compared(),
                        PredictedRows.figure(own.rmse()),
                        PredictedRows.figure(own.r2()),
                        PredictedRows.figure(own.noise())))
                .toList();
        return new Prediction(
                network.source(),
                data.toString(),
                parents ? "parents" : wanted.given(),
                wanted.set().isEmpty() ? null : wanted.set(),
                predictor.rows(),
                PredictedRows.missing(predictor),
                qualities,
                out == null ? null : out.toString(),
                predicted.unless(out, qualities.stream().anyMatch(own -> own.rmse() != null)));
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
                + DoSettings.seen(set));
        PredictedRows.describeMissing(out, missing);
        if (file != null) {
            out.println("wrote " + file);
        }
    }
}
