// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.series;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads time series that others published, each in its published form. */
final class SeriesFiles {

    private SeriesFiles() {}

    /**
     * Series with their true network.
     *
     * @param rows realisation, time and a value for each variable
     * @param truth [d, d]; an edge has weight 1
     */
    record Known(List<String> variables, List<double[]> rows, WeightMatrix truth) {
        Known {
            variables = List.copyOf(variables);
            rows = List.copyOf(rows);
        }
    }

    /** DREAM4, size 100: a header, then series that empty lines separate; edges as {@code from, to, 0 or 1}. */
    static Known dream4(PaperData files, int network) {
        String stem = "dream4/insilico_size100_" + network;
        List<String> lines = lines(files.file(stem + "_timeseries.tsv"));
        String[] header = lines.get(0).replace("\"", "").split("\t", -1);
        List<String> variables = List.of(header).subList(1, header.length);
        List<double[]> rows = new ArrayList<>();
        int realisation = 0;
        int time = 0;
        for (String line : lines.subList(1, lines.size())) {
            if (line.isBlank()) {
                realisation++;
                time = 0;
            } else {
                rows.add(row(realisation, time++, line.split("\t", -1), 1));
            }
        }
        double[] edges = new double[variables.size() * variables.size()];
        for (String line : lines(files.file(stem + "_goldstandard.tsv"))) {
            String[] cells = line.split("\t", -1);
            if (cells.length == 3 && cells[2].strip().equals("1")) {
                edges[place(variables, cells[0], cells[1])] = 1;
            }
        }
        return new Known(variables, rows, WeightMatrix.ofRows(variables.size(), edges));
    }

    /** NetSim: {@code subject,time,x1,…}, and edges as {@code subject,cause,effect,weight}. */
    static Known fmri(PaperData files, int simulation, int subject) {
        String stem = "fmri/sim" + simulation;
        List<String> lines = lines(files.file(stem + "_timeseries.csv"));
        String[] header = lines.get(0).split(",", -1);
        List<String> variables = List.of(header).subList(2, header.length);
        List<double[]> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            if (cells[0].equals(String.valueOf(subject))) {
                rows.add(row(1, rows.size(), cells, 2));
            }
        }
        double[] edges = new double[variables.size() * variables.size()];
        for (String line : lines(files.file(stem + "_networks.csv"))) {
            String[] cells = line.split(",", -1);
            if (cells[0].equals(String.valueOf(subject)) && !cells[1].equals(cells[2])) {
                edges[place(variables, cells[1], cells[2])] = 1;
            }
        }
        return new Known(variables, rows, WeightMatrix.ofRows(variables.size(), edges));
    }

    private static int place(List<String> variables, String from, String to) {
        int i = variables.indexOf(from);
        int j = variables.indexOf(to);
        if (i < 0 || j < 0) {
            throw new DataException("an edge must join variables of the series, was " + from + " to " + to);
        }
        return i * variables.size() + j;
    }

    private static double[] row(int realisation, int time, String[] cells, int first) {
        double[] row = new double[cells.length - first + 2];
        row[0] = realisation;
        row[1] = time;
        for (int k = first; k < cells.length; k++) {
            row[k - first + 2] = Double.parseDouble(cells[k].strip());
        }
        return row;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
