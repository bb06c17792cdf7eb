// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.samples.source.SourceFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Rows of a file whose cells are numbers, or levels as texts, by the places of a network's variables and levels. */
final class LevelRows {

    private final RowSource rows;
    private final VariableSchema schema;
    private final int[] places;
    private final List<Map<Double, Integer>> levels;

    private LevelRows(RowSource rows, VariableSchema schema, int[] places) {
        this.rows = rows;
        this.schema = schema;
        this.places = places;
        this.levels = IntStream.of(places)
                .<Map<Double, Integer>>mapToObj(j -> new HashMap<>())
                .toList();
    }

    static LevelRows open(Path file, CsvOptions options, VariableSchema schema, int[] places) {
        String[] columns = IntStream.of(places).mapToObj(schema.names()::get).toArray(String[]::new);
        String[] keys = IntStream.of(places)
                .filter(j -> !schema.levels(j).isEmpty())
                .mapToObj(schema.names()::get)
                .filter(name -> !options.cells().texts().containsKey(name))
                .toArray(String[]::new);
        RowSource rows = SourceFile.open(
                file, options.withColumns(columns).withKeys(keys).withMissingValues(MissingValues.AS_NAN));
        return new LevelRows(rows, schema, places);
    }

    /** Gives all rows by the places of the network, NaN where a cell is missing; the array is reused. */
    void forEach(Consumer<double[]> consumer) {
        double[] all = new double[schema.size()];
        Arrays.fill(all, Double.NaN);
        rows.forEachRow(row -> {
            for (int c = 0; c < places.length; c++) {
                boolean kept = Double.isNaN(row[c]) || schema.levels(places[c]).isEmpty();
                all[places[c]] = kept ? row[c] : level(c, row[c]);
            }
            consumer.accept(all);
        });
    }

    private int level(int column, double key) {
        return levels.get(column).computeIfAbsent(key, unseen -> {
            List<String> known = schema.levels(places[column]);
            List<String> own = rows.schema().levels(column); // of a mapping file
            String text = own.isEmpty() ? rows.keyText(unseen) : own.get((int) unseen.doubleValue());
            int level = known.indexOf(text);
            if (level < 0) {
                throw new DataException(rows.description() + ", column "
                        + schema.names().get(places[column]) + ": must hold levels of the network, "
                        + String.join(", ", known) + ", was \"" + Printable.line(text) + "\""
                        + Nearest.to(text, known)
                                .map(near -> "; did you mean \"" + near + "\"?")
                                .orElse(""));
            }
            return level;
        });
    }
}
