// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.samples.exchange.LinearNetwork;
import io.hedgerow.samples.exchange.SavedNetwork;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.source.SourceFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a network of categories says of rows. Not private: it reads rows and prints what follows from them.
 *
 * @param from {@code parents} of each variable; {@code others} where directions are open, so that all members of the
 *     class say the same; or the columns that it is predicted from
 * @param impossible rows whose known cells have probability 0 in the network, so that it says nothing of others
 * @param first as of {@link Prediction}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TablePrediction(
        String network,
        String data,
        Object from,
        @Nullable Map<String, String> set,
        long rows,
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
    public static TablePrediction of(
            SavedNetwork network, DiscreteNetwork tables, Path data, CsvOptions options, Prediction.Wanted wanted)
            throws IOException {
        List<String> given = wanted.given();
        Intervention set = wanted.set();
        Path out = wanted.out();
        List<String> names = tables.schema().names();
        List<String> header = SourceFile.columns(data, options);
        int[] known = IntStream.range(0, names.size())
                .filter(j -> header.contains(names.get(j)))
                .toArray();
        int[] sources = sources(names, header, known, given, data);
        boolean all = given.isEmpty() && known.length == names.size();
        boolean open = LinearNetwork.open(network).isPresent();
        LevelPredictor.From from =
                !all ? LevelPredictor.From.SOURCES : open ? LevelPredictor.From.OTHERS : LevelPredictor.From.PARENTS;
        LevelRows rows = LevelRows.open(data, options, tables.schema(), known);
        LevelPredictor predictor = new LevelPredictor(tables, from, sources, set);
        PredictedRows predicted;
        try {
            predicted = PredictedRows.write(
                    out, predictor.columns(), line -> rows.forEach(row -> line.accept(predictor.accept(row))));
        } catch (IllegalArgumentException e) {
            throw new DataException(network.source() + ": " + Words.reason(e), e);
        }
        return new TablePrediction(
                network.source(),
                data.toString(),
                all ? from.word() : IntStream.of(sources).mapToObj(names::get).toList(),
                set.isEmpty() ? null : set.texts(),
                predictor.rows(),
                predictor.impossible(),
                predictor.qualities(),
                out == null ? null : out.toString(),
                predicted.unless(out, predictor.qualities().stream().anyMatch(own -> own.compared() > 0)));
    }

    /** The places that are predicted from: those that are given, or all that the file has. */
    static int[] sources(List<String> names, List<String> header, int[] known, List<String> given, Path data) {
        if (given.isEmpty() && known.length == 0) {
            throw new DataException(
                    data + ": must have columns of the network, " + String.join(", ", names) + ", has none of them");
        }
        if (given.isEmpty()) {
            return known;
        }
        for (String name : given) {
            if (!names.contains(name)) {
                throw Prediction.unknown(name, names);
            }
            if (!header.contains(name)) {
                throw new DataException(data + ": must have the columns " + String.join(", ", given) + ", has no "
                        + name
                        + Nearest.to(name, header)
                                .map(near -> " (but " + near + ")")
                                .orElse(""));
            }
        }
        return given.stream().distinct().mapToInt(names::indexOf).toArray();
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
                + Intervention.seen(set));
        if (impossible > 0) {
            out.println(Words.count(impossible, "row") + " cannot be in this network, and got no prediction");
        }
        if (file != null) {
            out.println("wrote " + file);
        }
    }

    private String words() {
        return from.equals(LevelPredictor.From.OTHERS.word())
                ? "all others, for some directions are open"
                : "its parents";
    }
}
