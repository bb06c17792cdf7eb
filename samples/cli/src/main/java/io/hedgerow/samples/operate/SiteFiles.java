// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.internal.text.CsvCell;
import io.hedgerow.samples.output.CsvText;
import io.hedgerow.samples.output.OutputDirectory;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Writes a simulated study as files: {@code site-1.csv}, … with header, and {@code truth.csv}, a matrix without header,
 * whose weights are those before any change of units.
 */
public final class SiteFiles {

    private SiteFiles() {}

    /** Adds the files to a directory, which this method does not commit. */
    public static void write(SimulatedSites study, OutputDirectory directory) throws IOException {
        for (int p = 0; p < study.sites(); p++) {
            RowSource rows = study.rows(p);
            directory.write("site-" + (p + 1) + ".csv", file -> write(rows, file));
        }
        directory.write("truth.csv", matrix(study.truth()));
    }

    /** Rows with a header; categories by the texts of their levels. */
    public static void write(RowSource rows, Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            out.write(CsvText.line(rows.schema().names()));
            write("", rows, out);
        } catch (UncheckedIOException e) {
            throw new IOException(e.getCause());
        }
    }

    /** Writes rows of several sites with one more column, which numbers the sites from 1. */
    public static void writeTogether(String column, List<RowSource> sites, Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            out.write(column + "," + String.join(",", sites.get(0).schema().names()));
            out.write('\n');
            for (int k = 0; k < sites.size(); k++) {
                write((k + 1) + ",", sites.get(k), out);
            }
        } catch (UncheckedIOException e) {
            throw new IOException(e.getCause());
        }
    }

    private static void write(String first, RowSource rows, Writer out) {
        List<List<String>> levels = IntStream.range(0, rows.schema().size())
                .mapToObj(i -> rows.schema().levels(i).stream().map(CsvCell::of).toList())
                .toList();
        rows.forEachRow(row -> {
            try {
                out.write(first);
                for (int i = 0; i < row.length; i++) {
                    out.write(i == 0 ? "" : ",");
                    out.write(
                            levels.get(i).isEmpty()
                                    ? text(row[i])
                                    : levels.get(i).get((int) row[i]));
                }
                out.write('\n');
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Writes whole numbers as people do. */
    private static String text(double value) {
        return value == (int) value ? Integer.toString((int) value) : Double.toString(value);
    }

    /** The known network as the file {@code truth.csv}: a matrix in CSV, without names. */
    public static String matrix(WeightMatrix truth) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < truth.variables(); i++) {
            for (int j = 0; j < truth.variables(); j++) {
                text.append(j == 0 ? "" : ",").append(truth.get(i, j));
            }
            text.append('\n');
        }
        return text.toString();
    }
}
