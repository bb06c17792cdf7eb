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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Predictions of rows by a network of categories, with their quality. Not private: it reads rows and prints what
 * follows from them.
 *
 * @param from {@code parents} of each variable; {@code others} where directions are open, so that all members of the
 *     class say the same; or the columns that it is predicted from
 * @param impossible rows whose known cells have probability 0 in the network, so that it says nothing of others
 * @param missing as of {@link Prediction}
 * @param first as of {@link Prediction}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TablePrediction(
        String network,
        String data,
        Object from,
        @Nullable Map<String, String> set,
        long rows,
        @Nullable Map<String, Long> missing,
        long impossible,
        List<Quality> variables,
        @Nullable String file,
        @Nullable PredictedRows first)
        implements Result {

    /**
     * How well a variable was predicted.
     *
     * @param compared rows that have it and a prediction
     * @param accuracy share of these whose level was the most probable one; left out without such rows
     * @param mostCommon share of these that have their most common level, which a guess without the network reaches;
     *     left out without such rows
     * @param logLoss mean of −ln P(level), in nats; left out without such rows, and where a level had probability 0
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Quality(
            String variable,
            long compared,
            @Nullable Double accuracy,
            @Nullable Double mostCommon,
            @Nullable Double logLoss) {}

    /** Predicts from wanted columns, or from parents; or from all columns where some are not in the file. */
    public static TablePrediction of(FittedNetwork network, Path data, CsvOptions options, Prediction.Wanted wanted)
            throws IOException {
        Path out = wanted.out();
        RowPredictor predictor = wanted.predictor(network, data, options);
        RowSource rows = LevelRows.open(data, options, network.schema(), predictor.columns());
        PredictedRows predicted = PredictedRows.write(out, network.schema(), predictor, rows);
        List<Quality> qualities = predictor.qualities().stream()
                .map(own -> new Quality(
                        own.variable(),
                        own.compared(),
                        PredictedRows.figure(own.accuracy()),
                        PredictedRows.figure(own.mostCommon()),
                        PredictedRows.figure(own.logLoss())))
                .toList();
        return new TablePrediction(
                network.source(),
                data.toString(),
                predictor.from() == From.GIVEN
                        ? predictor.given()
                        : predictor.from().word(),
                wanted.set().isEmpty() ? null : wanted.set(),
                predictor.rows(),
                PredictedRows.missing(predictor),
                predictor.impossible(),
                qualities,
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
                    "  %8s  %11s  %8s",
                    List.of("variable", "accuracy", "most common", "log loss"),
                    variables,
                    own -> List.of(
                            Printable.line(own.variable()),
                            PredictedRows.shown(own.accuracy(), "%.3f"),
                            PredictedRows.shown(own.mostCommon(), "%.3f"),
                            PredictedRows.shown(own.logLoss(), "%.3f")));
        }
        List<String> sources = new ArrayList<>();
        if (from instanceof List<?> columns) {
            columns.forEach(column -> sources.add(Printable.line(column.toString())));
        }
        out.println(Words.count(rows, "row") + ", each variable from "
                + (sources.isEmpty() ? words() : sources.stream().collect(Collectors.joining(", ")))
                + DoSettings.seen(set));
        PredictedRows.describeMissing(out, missing);
        if (impossible > 0) {
            out.println(Words.count(impossible, "row") + " cannot be in this network, and got no prediction");
        }
        if (file != null) {
            out.println("wrote " + file);
        }
    }

    private String words() {
        return from.equals(From.OTHERS.word()) ? "all others, for some directions are open" : "its parents";
    }
}
