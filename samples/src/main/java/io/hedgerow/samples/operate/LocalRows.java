package io.hedgerow.samples.operate;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.transport.study.PlannedVariable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Keeps the range of every column, for the plan must name one and here there is no public knowledge to take it from,
 * and writes rows.
 */
final class LocalRows {
    private final double[] lowest;
    private final double[] highest;

    LocalRows(int variables) {
        lowest = new double[variables];
        highest = new double[variables];
    }

    /** Reads rows and writes nothing. */
    long look(RowSource rows) {
        long[] count = {0};
        rows.forEachRow(row -> {
            count[0]++;
            for (int j = 0; j < row.length; j++) {
                if (!Double.isNaN(row[j])) {
                    lowest[j] = Math.min(lowest[j], row[j]);
                    highest[j] = Math.max(highest[j], row[j]);
                }
            }
        });
        return count[0];
    }

    static void write(RowSource rows, Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        text.append(String.join(
                        ",",
                        rows.schema().names().stream().map(LocalRows::quoted).toList()))
                .append('\n');
        rows.forEachRow(row -> {
            for (int j = 0; j < row.length; j++) {
                text.append(j == 0 ? "" : ",").append(row[j]);
            }
            text.append('\n');
        });
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }

    private static String quoted(String name) {
        return name.contains(",") || name.contains("\"") ? '"' + name.replace("\"", "\"\"") + '"' : name;
    }

    /** Powers of two, so that the plan tells as little as possible about the rows. */
    PlannedVariable variable(String name, int j) {
        return new PlannedVariable(name, -power(-lowest[j]), power(highest[j]));
    }

    private static double power(double value) {
        return value <= 0 ? 1 : Math.scalb(1.0, Math.getExponent(value) + 1);
    }
}
