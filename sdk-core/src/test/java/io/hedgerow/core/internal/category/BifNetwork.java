// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables of a file of a discrete network, to draw rows from: enough of BIF for those that are distributed. */
record BifNetwork(VariableSchema schema, List<int[]> parents, List<double[]> tables) {

    private static final Pattern VARIABLE = Pattern.compile("variable\\s+(\\S+)\\s*\\{[^{]*\\{([^}]*)}");
    private static final Pattern PROBABILITY = Pattern.compile("probability\\s*\\(([^)]*)\\)\\s*\\{([^}]*)}");

    static BifNetwork read(Path file) {
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<String> names = new ArrayList<>();
        List<VariableKind> kinds = new ArrayList<>();
        Matcher variable = VARIABLE.matcher(text);
        while (variable.find()) {
            names.add(variable.group(1));
            kinds.add(VariableKind.categorical(Arrays.stream(variable.group(2).split(",", -1))
                    .map(String::strip)
                    .toArray(String[]::new)));
        }
        VariableSchema schema = new VariableSchema(names, kinds);
        int[][] parents = new int[names.size()][];
        double[][] tables = new double[names.size()][];
        Matcher probability = PROBABILITY.matcher(text);
        while (probability.find()) {
            String[] of = probability.group(1).split("\\|", -1);
            int target = schema.indexOf(of[0].strip());
            parents[target] = of.length == 1
                    ? new int[0]
                    : Arrays.stream(of[1].split(",", -1))
                            .mapToInt(name -> schema.indexOf(name.strip()))
                            .toArray();
            tables[target] = table(schema, target, parents[target], probability.group(2));
        }
        return new BifNetwork(schema, List.of(parents), List.of(tables));
    }

    private static double[] table(VariableSchema schema, int target, int[] parents, String text) {
        int k = schema.levels(target).size();
        int rows = 1;
        for (int parent : parents) {
            rows *= schema.levels(parent).size();
        }
        double[] table = new double[rows * k];
        for (String line : text.split(";", -1)) {
            if (line.isBlank()) {
                continue;
            }
            int row = 0;
            String values = line.strip().replaceFirst("^table", "");
            if (line.contains("(")) {
                String[] levels =
                        line.substring(line.indexOf('(') + 1, line.indexOf(')')).split(",", -1);
                for (int p = 0; p < parents.length; p++) {
                    row = row * schema.levels(parents[p]).size()
                            + schema.levels(parents[p]).indexOf(levels[p].strip());
                }
                values = line.substring(line.indexOf(')') + 1);
            }
            String[] numbers = values.split(",", -1);
            for (int l = 0; l < k; l++) {
                table[row * k + l] = Double.parseDouble(numbers[l].strip());
            }
        }
        return table;
    }

    double[][] rows(int count, SplittableRandom random) {
        int d = schema.size();
        int[] order = new int[d];
        boolean[] placed = new boolean[d];
        for (int at = 0; at < d; at++) {
            for (int j = 0; j < d; j++) {
                if (!placed[j] && Arrays.stream(parents.get(j)).allMatch(p -> placed[p])) {
                    placed[j] = true;
                    order[at] = j;
                    break;
                }
            }
        }
        double[][] rows = new double[count][d];
        for (double[] row : rows) {
            for (int j : order) {
                int k = schema.levels(j).size();
                int at = 0;
                for (int p : parents.get(j)) {
                    at = at * schema.levels(p).size() + (int) row[p];
                }
                double left = random.nextDouble();
                int level = 0;
                while (level < k - 1 && left >= tables.get(j)[at * k + level]) {
                    left -= tables.get(j)[at * k + level];
                    level++;
                }
                row[j] = level;
            }
        }
        return rows;
    }

    WeightMatrix truth() {
        int d = schema.size();
        double[] edges = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int p : parents.get(j)) {
                edges[p * d + j] = 1;
            }
        }
        return WeightMatrix.ofRows(d, edges);
    }
}
