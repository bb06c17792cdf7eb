// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.run;

import io.hedgerow.samples.lab.reproduce.paper.Measure;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

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
        int seed, String series, String at, String setting, long bytes, double seconds, Map<Measure, Double> figures) {

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
