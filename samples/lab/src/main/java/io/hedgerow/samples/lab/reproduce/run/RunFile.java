// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.run;

import io.hedgerow.samples.lab.reproduce.paper.Measure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps {@code table.csv}, to which every run is added when it ends, so that a run of hours can be killed and
 * continued. A last line without its end is a run that was cut. Thread-safe.
 */
public final class RunFile {

    public static final String NAME = "table.csv";

    private final Path file;
    private final List<Measure> measures;
    private final List<RunLine> lines;

    private RunFile(Path file, List<Measure> measures, List<RunLine> lines) {
        this.file = file;
        this.measures = measures;
        this.lines = lines;
    }

    /** Opens the file, and makes it when there is none. */
    public static RunFile open(Path directory, List<Measure> measures) throws IOException {
        Files.createDirectories(directory);
        Path file = directory.resolve(NAME);
        List<RunLine> known = Files.exists(file) ? read(file, measures) : List.of();
        RunFile opened = new RunFile(file, measures, new ArrayList<>(known));
        opened.replace(known); // without what was cut off
        return opened;
    }

    public static List<RunLine> read(Path file, List<Measure> measures) throws IOException {
        String text = Files.readString(file);
        String header = RunLine.header(measures);
        if (!text.startsWith(header)) {
            throw new IllegalArgumentException(
                    file + " must begin with " + header.strip() + ": it is of something else; give another --out");
        }
        int end = text.lastIndexOf('\n') + 1;
        return text.substring(header.length(), Math.max(end, header.length()))
                .lines()
                .map(line -> RunLine.parse(line, measures))
                .toList();
    }

    public synchronized List<RunLine> lines() {
        return List.copyOf(lines);
    }

    /** Adds what one run measured, in one piece. */
    public synchronized void append(List<RunLine> more) throws IOException {
        StringBuilder text = new StringBuilder();
        more.forEach(line -> text.append(line.csv(measures)));
        Files.writeString(file, text, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
        lines.addAll(more);
    }

    /** Replaces all lines, or leaves them as they are. */
    public synchronized void replace(List<RunLine> others) throws IOException {
        StringBuilder text = new StringBuilder(RunLine.header(measures));
        others.forEach(line -> text.append(line.csv(measures)));
        Path whole = file.resolveSibling(NAME + ".partial");
        Files.writeString(whole, text, StandardCharsets.UTF_8);
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
        lines.clear();
        lines.addAll(others);
    }

    /**
     * A line of {@code table.csv}: one measurement of one run.
     *
     * @param series the line of the figure
     * @param at the point of the axis
     * @param setting all settings of the run
     * @param bytes sent by and to all sites, as encoded
     * @param seconds that the method took, as a clock on the wall shows, while others may have used the machine
     * @param figures the measurements; empty for a run that failed
     */
    public record RunLine(
            int seed,
            String series,
            String at,
            String setting,
            long bytes,
            double seconds,
            Map<Measure, Double> figures) {

        public RunLine {
            figures = Map.copyOf(figures);
            if ((series + at + setting).matches("(?s).*[,\"\\r\\n].*")) {
                throw new IllegalArgumentException(
                        "names and settings must be without commas and quotes, were " + series + ", " + at);
            }
        }

        static String header(List<Measure> measures) {
            StringBuilder line = new StringBuilder("seed,series,at,setting,bytes,seconds");
            measures.forEach(measure -> line.append(',').append(measure.column()));
            return line.append('\n').toString();
        }

        /** The parts that must be the same for a line to stand for a run. */
        public String key() {
            return seed + "," + series + "," + at + "," + setting;
        }

        String csv(List<Measure> measures) {
            StringBuilder line = new StringBuilder(key() + "," + bytes + "," + Math.round(seconds * 1000) / 1000.0);
            for (Measure measure : measures) {
                Double figure = figures.get(measure);
                line.append(',').append(figure == null ? "" : figure.toString());
            }
            return line.append('\n').toString();
        }

        static RunLine parse(String csv, List<Measure> measures) {
            String[] cells = csv.split(",", -1);
            if (cells.length != 6 + measures.size()) {
                throw new IllegalArgumentException("a run must have " + (6 + measures.size()) + " cells, was: " + csv);
            }
            Map<Measure, Double> figures = new EnumMap<>(Measure.class);
            for (int m = 0; m < measures.size(); m++) {
                if (!cells[6 + m].isEmpty()) {
                    figures.put(measures.get(m), Double.valueOf(cells[6 + m]));
                }
            }
            return new RunLine(
                    Integer.parseInt(cells[0]),
                    cells[1],
                    cells[2],
                    cells[3],
                    Long.parseLong(cells[4]),
                    Double.parseDouble(cells[5]),
                    figures);
        }
    }
}
