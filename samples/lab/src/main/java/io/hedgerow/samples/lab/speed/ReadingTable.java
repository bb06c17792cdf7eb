// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.speed;

import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.Meter;
import io.hedgerow.samples.lab.table.TableResult;
import io.hedgerow.samples.learn.sites.NamedSite;
import io.hedgerow.samples.learn.sites.OpenedStatistics;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Progress;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measures the conversion of a CSV file into sufficient statistics, beside reading its bytes alone. */
public record ReadingTable(int rows, int columns, Path directory) {

    private static final int BLOCK = 1000;
    private static final int DECIMALS = 6;
    private static final List<Column<Row>> COLUMNS = List.of(
            Column.of("what", Row::what),
            Column.of("threads", Row::threads),
            Column.number("wall s", 2, Row::wallSeconds),
            Column.number("CPU s", 2, Row::cpuSeconds),
            Column.number("MB/s", 0, Row::megabytesPerSecond),
            Column.number("rows/s", 0, Row::rowsPerSecond),
            Column.number("peak heap MB", 0, Row::peakHeapMegabytes));

    public ReadingTable {
        if (rows < 2 || columns < 1) {
            throw new IllegalArgumentException(
                    "--rows must be at least 2 and --columns at least 1, were " + rows + " and " + columns);
        }
    }

    /** One row of the table; times in seconds, sizes in 10^6 bytes. */
    private record Row(
            String what,
            int threads,
            double wallSeconds,
            double cpuSeconds,
            double megabytesPerSecond,
            double rowsPerSecond,
            double peakHeapMegabytes) {}

    /** Writes the file, reads it three times, removes it. */
    public TableResult run(CommandContext context) throws IOException {
        String machine = Meter.machine();
        Files.createDirectories(directory);
        Path file = Files.createTempFile(directory, "hedgerow-reading-", ".csv");
        try {
            write(file, context);
            long bytes = Files.size(file);
            List<Row> measured = new ArrayList<>();
            measured.add(row("bytes only", 1, bytes, readBytes(file)));
            int most = CsvOptions.defaults().threads();
            for (int threads = 1; threads <= most; threads++) {
                measured.add(row("statistics", threads, bytes, readStatistics(file, threads)));
            }
            List<String> remarks = List.of(
                    machine,
                    String.format(
                            Locale.ROOT,
                            "%d rows, %d columns, %d decimals, %.0f MB, just written and so probably in the page "
                                    + "cache; no"
                                    + " warm-up.",
                            rows,
                            columns,
                            DECIMALS,
                            bytes / 1e6));
            return TableResult.of(remarks, 1, COLUMNS, measured);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private Row row(String what, int threads, long bytes, Meter.Reading reading) {
        return new Row(
                what,
                threads,
                reading.wallSeconds(),
                reading.cpuSeconds(),
                bytes / 1e6 / reading.wallSeconds(),
                rows / reading.wallSeconds(),
                reading.peakHeapMegabytes());
    }

    private static Meter.Reading readStatistics(Path file, int threads) {
        System.gc();
        Meter meter = Meter.start();
        CsvRowSource source = CsvRowSource.of(file, CsvOptions.defaults().withThreads(threads));
        new OpenedStatistics(new Sites(source.schema(), List.of(NamedSite.of("file", source))));
        return meter.read();
    }

    private static Meter.Reading readBytes(Path file) throws IOException {
        System.gc();
        Meter meter = Meter.start();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            while (in.read(buffer) >= 0) {
                // the bytes are not looked at: this is the alternative to compare with
            }
        }
        return meter.read();
    }

    private void write(Path file, CommandContext context) throws IOException {
        LinearSem independent = LinearSem.of(WeightMatrix.empty(columns), Noise.GAUSSIAN);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            StringBuilder text = new StringBuilder();
            for (int c = 0; c < columns; c++) {
                text.append(c == 0 ? "x" : ",x").append(c + 1);
            }
            text.append('\n');
            for (int from = 0; from < rows; from += BLOCK) {
                for (double[] row : independent.sample(Math.min(BLOCK, rows - from), from)) {
                    appendRow(text, row);
                }
                out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
                text.setLength(0);
                context.progress().update(new Progress.Step("row", from, rows, 0));
            }
        }
    }

    private static void appendRow(StringBuilder text, double[] row) {
        for (int c = 0; c < row.length; c++) {
            text.append(c == 0 ? "" : ",");
            appendFixed(text, row[c]);
        }
        text.append('\n');
    }

    /** Appends digits without String.format, which would take longer than the measured work. */
    public static void appendFixed(StringBuilder text, double value) {
        long scale = 1_000_000;
        long fixed = Math.round(Math.abs(value) * scale);
        text.append(value < 0 ? "-" : "").append(fixed / scale).append('.');
        String digits = Long.toString(fixed % scale + scale);
        text.append(digits, 1, digits.length());
    }
}
