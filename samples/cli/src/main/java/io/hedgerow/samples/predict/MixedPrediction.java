// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.predict.FittedNetwork;
import io.hedgerow.core.predict.RowPredictor;
import io.hedgerow.core.predict.RowPredictor.From;
import io.hedgerow.samples.output.Result;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Predictions of rows by a network of numbers and categories, with their quality. Not private: it reads rows and prints
 * what follows from them.
 *
 * @param from {@code parents} of each variable, {@code others}: where directions are open, so that all members of the
 *     class say the same, or the list of columns that were given
 * @param notes what was left out
 * @param missing as of {@link Prediction}
 * @param first as of {@link Prediction}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MixedPrediction(
        String network,
        String data,
        Object from,
        long rows,
        @Nullable Map<String, Long> missing,
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

    public static MixedPrediction of(FittedNetwork network, Path data, CsvOptions options, Prediction.Wanted wanted)
            throws IOException {
        Path out = wanted.out();
        RowPredictor predictor = wanted.predictor(network, data, options);
        RowSource rows = LevelRows.open(data, options, network.schema(), predictor.columns());
        PredictedRows predicted = PredictedRows.write(out, network.schema(), predictor, rows);
        List<Quality> qualities = predictor.qualities().stream()
                .map(own -> new Quality(
                        own.variable(),
                        own.compared(),
                        PredictedRows.figure(own.rmse()),
                        PredictedRows.figure(own.r2()),
                        PredictedRows.figure(own.noise()),
                        PredictedRows.figure(own.accuracy()),
                        PredictedRows.figure(own.mostCommon()),
                        PredictedRows.figure(own.logLoss())))
                .toList();
        return new MixedPrediction(
                network.source(),
                data.toString(),
                predictor.from() == From.GIVEN
                        ? predictor.given()
                        : predictor.from().word(),
                predictor.rows(),
                PredictedRows.missing(predictor),
                qualities,
                predictor.notes().stream()
                        .map(note -> note.replace(": the rows have no column", ": the file has no column"))
                        .toList(),
                out == null ? null : out.toString(),
                predicted.unless(out, qualities.stream().anyMatch(own -> own.compared() > 0)));
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
        PredictedRows.describeMissing(out, missing);
        notes.forEach(note -> out.println(Printable.line(note)));
        if (file != null) {
            out.println("wrote " + file);
        }
    }
}
