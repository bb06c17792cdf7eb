// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Printable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Maps the columns and levels of rows to those of a network. Not thread-safe. */
final class NetworkRows {

    private final RowSource rows;
    private final VariableSchema network;
    private final int[] places;
    /** The column of the rows for each place. */
    private final int[] columns;

    private final List<Map<Double, Integer>> levels;

    private NetworkRows(RowSource rows, VariableSchema network, int[] places, int[] columns) {
        this.rows = rows;
        this.network = network;
        this.places = places;
        this.columns = columns;
        this.levels = IntStream.of(places)
                .<Map<Double, Integer>>mapToObj(j -> new HashMap<>())
                .toList();
    }

    /**
     * Finds the columns by their names.
     *
     * @param places of the variables that are read
     * @throws DataException when there is no such column
     */
    static NetworkRows of(RowSource rows, VariableSchema network, int[] places) {
        int[] columns = IntStream.of(places)
                .map(j -> {
                    String name = network.names().get(j);
                    int column = rows.schema().indexOf(name);
                    if (column < 0) {
                        throw new DataException(rows.description() + ": must have the column " + name + ", has "
                                + String.join(", ", rows.schema().names()));
                    }
                    return column;
                })
                .toArray();
        return new NetworkRows(rows, network, places, columns);
    }

    /** Gives all rows by the places of the network, NaN where a cell is missing or not read; the array is reused. */
    void forEach(Consumer<double[]> consumer) {
        double[] all = new double[network.size()];
        Arrays.fill(all, Double.NaN);
        rows.forEachRow(row -> {
            for (int c = 0; c < places.length; c++) {
                double cell = row[columns[c]];
                boolean kept = Double.isNaN(cell) || network.levels(places[c]).isEmpty();
                all[places[c]] = kept ? cell : level(c, cell);
            }
            consumer.accept(all);
        });
    }

    private int level(int at, double key) {
        return levels.get(at).computeIfAbsent(key, unseen -> {
            List<String> known = network.levels(places[at]);
            List<String> own = rows.schema().levels(columns[at]);
            String text = own.isEmpty() ? rows.keyText(unseen) : own.get((int) unseen.doubleValue());
            int level = known.indexOf(text);
            if (level < 0) {
                throw new DataException(rows.description() + ", column "
                        + network.names().get(places[at]) + ": must hold levels of the network, "
                        + String.join(", ", known) + ", was \"" + Printable.line(text) + "\""
                        + Nearest.to(text, known)
                                .map(near -> "; did you mean \"" + near + "\"?")
                                .orElse(""));
            }
            return level;
        });
    }
}
