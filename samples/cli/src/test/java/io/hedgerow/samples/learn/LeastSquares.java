// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A file with weights beside the rows that they must be least squares of, read anew from both files. */
public final class LeastSquares {

    private static final double STEP = 1e-4;

    private LeastSquares() {}

    /** An edge of a file with weights. */
    private record Edge(int from, int to, double weight) {}

    /**
     * Requires that moving any single weight up or down makes the residuals of its effect larger, and by how much a
     * quadratic function of minimum there grows: (002, B.2.2) ordinary least squares, rows less their means.
     */
    public static void require(Path weights, Path rows) throws IOException {
        List<String> names = List.of(Files.readAllLines(rows).get(0).split(","));
        double[][] x = centred(rows);
        List<Edge> edges = edges(weights, names);
        assertTrue(!edges.isEmpty(), weights + " must have edges");
        for (Edge moved : edges) {
            double least = residual(x, edges, moved, 0);
            double up = residual(x, edges, moved, STEP);
            double down = residual(x, edges, moved, -STEP);
            assertTrue(up > least && down > least, moved + " is not a minimum: " + down + ", " + least + ", " + up);
            // central difference of the loss: 0 at the minimum, up to round-off of sums of squares over the step
            assertEquals(0, (up - down) / (2 * STEP), 1e-9 * (1 + least) / STEP, moved.toString());
        }
    }

    private static double residual(double[][] x, List<Edge> edges, Edge moved, double by) {
        double sum = 0;
        for (double[] row : x) {
            double left = row[moved.to()];
            for (Edge edge : edges) {
                if (edge.to() == moved.to()) {
                    left -= (edge.weight() + (edge.equals(moved) ? by : 0)) * row[edge.from()];
                }
            }
            sum += left * left;
        }
        return sum / x.length;
    }

    private static List<Edge> edges(Path weights, List<String> names) throws IOException {
        List<String> lines = Files.readAllLines(weights);
        List<String> header = List.of(lines.get(0).split(","));
        List<Edge> edges = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            edges.add(new Edge(
                    names.indexOf(cells[0]),
                    names.indexOf(cells[1]),
                    Double.parseDouble(cells[header.indexOf("weight")])));
        }
        return edges;
    }

    private static double[][] centred(Path rows) throws IOException {
        double[][] x = Files.readAllLines(rows).stream()
                .skip(1)
                .map(line -> Arrays.stream(line.split(","))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toArray(double[][]::new);
        for (int j = 0; j < x[0].length; j++) {
            int column = j;
            double mean =
                    Arrays.stream(x).mapToDouble(row -> row[column]).average().orElseThrow();
            for (double[] row : x) {
                row[j] -= mean;
            }
        }
        return x;
    }
}
