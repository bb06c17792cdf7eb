// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.CsvCell;
import io.hedgerow.samples.output.CsvText;
import io.hedgerow.transport.study.PlannedVariable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes rows to files, and tracks the range of every column for the plan. A column that names the user of a row has no
 * range: its values are no measurements.
 */
final class LocalRows {
    private final double[] lowest;
    private final double[] highest;
    private final int key;

    /** Creates ranges for rows in the order of the study's columns; the key's position names series, −1 without. */
    LocalRows(int variables, int key) {
        lowest = new double[variables];
        highest = new double[variables];
        this.key = key;
    }

    /** Reads rows and writes nothing: returns the number of rows, or of users where the source knows them. */
    long look(RowSource rows) {
        long[] count = {0};
        Set<Long> users = new HashSet<>();
        if (rows.knowsUsers()) {
            rows.forEachUserRow((user, row) -> {
                users.add(user);
                see(row);
            });
            return users.size();
        }
        rows.forEachRow(row -> {
            count[0]++;
            see(row);
        });
        return count[0];
    }

    private void see(double[] row) {
        for (int j = 0; j < row.length; j++) {
            if (!Double.isNaN(row[j]) && j != key) {
                lowest[j] = Math.min(lowest[j], row[j]);
                highest[j] = Math.max(highest[j], row[j]);
            }
        }
    }

    /** Writes a site's file without the columns that it lacks. */
    void write(RowSource rows, Optional<String> user, Set<String> lacks, Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        List<String> names = rows.schema().names();
        int[] has = IntStream.range(0, names.size())
                .filter(j -> !lacks.contains(names.get(j)))
                .toArray();
        text.append(CsvText.line(Stream.concat(user.stream(), Arrays.stream(has).mapToObj(names::get))
                .toList()));
        if (user.isPresent()) {
            rows.forEachUserRow((whose, row) -> {
                text.append(Double.longBitsToDouble(whose)).append(',');
                append(rows, row, has, text);
            });
        } else {
            rows.forEachRow(row -> append(rows, row, has, text));
        }
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }

    private void append(RowSource rows, double[] row, int[] has, StringBuilder text) {
        for (int k = 0; k < has.length; k++) {
            text.append(k == 0 ? "" : ",").append(cell(rows, row[has[k]], has[k]));
        }
        text.append('\n');
    }

    /** A cell as it is read back: a category by its level. */
    private String cell(RowSource rows, double value, int j) {
        List<String> levels = rows.schema().levels(j);
        if (j == key) {
            return CsvCell.of(rows.keyText(value));
        }
        return levels.isEmpty() || Double.isNaN(value) ? Double.toString(value) : CsvCell.of(levels.get((int) value));
    }

    /** A variable whose bounds are powers of two, so that the plan reveals as little as possible about the rows. */
    PlannedVariable variable(VariableSchema schema, int j) {
        String name = schema.names().get(j);
        if (!schema.levels(j).isEmpty()) {
            return PlannedVariable.categorical(name, schema.levels(j));
        }
        return new PlannedVariable(name, -power(-lowest[j]), power(highest[j]));
    }

    private static double power(double value) {
        return value <= 0 ? 1 : Math.scalb(1.0, Math.getExponent(value) + 1);
    }
}
