// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.table;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.model.ParameterLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The layout of the released tables of d categories, from public numbers alone: the tables of each two variables, then
 * one of each variable with at most {@value #MOST_CANDIDATES} others and at most {@value #MOST_CELLS} cells. Immutable.
 *
 * @param levels of each variable in tables: [d]
 * @param mayMiss whether cells may be missing, of which the last level of each variable says so
 */
public record TableShape(List<Integer> levels, boolean mayMiss) {

    /** Others in the table of a variable: more make cells that noise fills. */
    static final int MOST_CANDIDATES = 4;

    static final int MOST_CELLS = 512;
    /** As many are drawn, sent and summed in the first round: of 100 variables with four levels. */
    private static final int MOST_CELLS_OF_PAIRS = 80_000;

    public TableShape {
        levels = List.copyOf(levels);
    }

    /** Of a schema of categories; names variables and says what to do where tables have too many cells. */
    static TableShape of(VariableSchema schema, boolean mayMiss) {
        int more = mayMiss ? 1 : 0;
        List<Integer> levels = IntStream.range(0, schema.size())
                .mapToObj(j -> schema.levels(j).size() + more)
                .toList();
        TableShape shape = new TableShape(levels, mayMiss);
        if (shape.variables() < 2) {
            throw new IllegalArgumentException(
                    "a release of tables needs at least 2 variables, was " + shape.variables());
        }
        int most = levels.indexOf(Collections.max(levels));
        if ((long) shape.levels(most) * shape.largestBut(most) > MOST_CELLS) {
            throw new IllegalArgumentException("tables of two categorical variables must have at most " + MOST_CELLS
                    + " cells, \"" + schema.names().get(most) + "\" has " + shape.levels(most)
                    + " levels and another variable " + shape.largestBut(most)
                    + (mayMiss ? ", a missing cell counted as one" : "")
                    + ": group rare levels, such as diagnoses by chapter, or leave it out");
        }
        if (shape.cellsOfPairs() > MOST_CELLS_OF_PAIRS) {
            throw new IllegalArgumentException("tables of each two variables must have at most " + MOST_CELLS_OF_PAIRS
                    + " cells together, have " + shape.cellsOfPairs()
                    + ": name fewer variables or group rare levels");
        }
        return shape;
    }

    private int largestBut(int variable) {
        return IntStream.range(0, variables())
                .filter(j -> j != variable)
                .map(this::levels)
                .max()
                .orElse(1);
    }

    int variables() {
        return levels.size();
    }

    int levels(int variable) {
        return levels.get(variable);
    }

    private int[] levels(int[] set) {
        return Arrays.stream(set).map(this::levels).toArray();
    }

    int cells(int[] set) {
        return CountTable.cells(levels(set));
    }

    /** Each two variables, ascending. */
    List<int[]> pairs() {
        List<int[]> pairs = new ArrayList<>();
        for (int j = 1; j < variables(); j++) {
            for (int i = 0; i < j; i++) {
                pairs.add(new int[] {i, j});
            }
        }
        return pairs;
    }

    /** Not more than 2³¹ − 1. */
    private int cellsOfPairs() {
        long cells = pairs().stream().mapToLong(this::cells).sum();
        return (int) Math.min(Integer.MAX_VALUE, cells);
    }

    /** How many cells the table of a variable has, whichever candidates are announced, at most. */
    private int mostCells(int variable) {
        long cells = levels(variable);
        int[] others = IntStream.range(0, variables())
                .filter(j -> j != variable)
                .map(j -> -levels(j))
                .sorted()
                .limit(MOST_CANDIDATES)
                .toArray();
        for (int other : others) {
            cells = Math.min(MOST_CELLS, cells * -other);
        }
        return (int) cells;
    }

    /** Where cells of each round begin in messages, and where those of the last one end. */
    List<Integer> parts() {
        int joint = IntStream.range(0, variables()).map(this::mostCells).sum();
        return List.of(0, cellsOfPairs(), cellsOfPairs() + joint);
    }

    /** Of messages, with room for everything that is announced. */
    ParameterLayout layout() {
        int d = variables();
        int places = Math.max(parts().get(2), MOST_CANDIDATES * d);
        return ParameterLayout.of(d, List.of(new ParameterLayout.Block("sums", (places + d - 1) / d, 0, 0)));
    }

    /** [d, candidates]: one more than the position of a candidate, 0 for none; as long as a message. */
    public double[] announced(List<int[]> candidates) {
        double[] told = new double[layout().size()];
        for (int j = 0; j < variables(); j++) {
            for (int c = 0; c < candidates.get(j).length; c++) {
                told[j * MOST_CANDIDATES + c] = candidates.get(j)[c] + 1;
            }
        }
        return told;
    }

    /**
     * A table for each variable, ascending, from what was announced. What is no other variable, was named before, or
     * has no room is left out, so that there is one table of a limited size whatever was announced.
     */
    List<int[]> tables(double[] told) {
        List<int[]> tables = new ArrayList<>();
        for (int j = 0; j < variables(); j++) {
            int[] table = {j};
            for (int c = 0; c < MOST_CANDIDATES; c++) {
                double place = told[j * MOST_CANDIDATES + c];
                boolean names = place >= 1 && place <= variables() && place == Math.rint(place);
                if (names && fits(table, (int) place - 1)) {
                    table = with(table, (int) place - 1);
                }
            }
            tables.add(table);
        }
        return tables;
    }

    /** Whether a table with one more variable is within the limits. */
    boolean fits(int[] table, int more) {
        return table.length <= MOST_CANDIDATES
                && Arrays.stream(table).noneMatch(v -> v == more)
                && (long) cells(table) * levels(more) <= MOST_CELLS;
    }

    static int[] with(int[] table, int more) {
        return IntStream.concat(Arrays.stream(table), IntStream.of(more))
                .sorted()
                .toArray();
    }

    /** The counts of tables, which are one after the other. */
    List<CountTable> read(List<int[]> tables, double[] cells) {
        List<CountTable> counts = new ArrayList<>();
        int from = 0;
        for (int[] table : tables) {
            int to = from + cells(table);
            counts.add(CountTable.of(table, levels(table), Arrays.copyOfRange(cells, from, to)));
            from = to;
        }
        return counts;
    }
}
