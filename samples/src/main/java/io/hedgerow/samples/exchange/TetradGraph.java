// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.exchange;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text form of Tetrad's graphs: after a line {@code Graph Edges:} numbered lines such as {@code 1. x1 -->
 * x2}, until an empty line. PC writes {@code <->} where its rules contradict each other; that is read as an edge
 * without direction.
 */
public final class TetradGraph {

    static final String NODES = "Graph Nodes:";
    static final String EDGES = "Graph Edges:";

    private static final Pattern EDGE = Pattern.compile("\\d+\\.\\s+(\\S+)\\s+(\\S+)\\s+(\\S+)(\\s.*)?");

    private TetradGraph() {}

    /**
     * Whether the edges follow.
     *
     * @return true of the line before them
     */
    public static boolean begins(String line) {
        return line.strip().equals(EDGES);
    }

    /**
     * The variables that a text names: after a line {@code Graph Nodes:}, separated by semicolons or commas.
     *
     * @throws DataException when there are none
     */
    public static VariableSchema nodes(List<String> lines) {
        for (int k = 0; k + 1 < lines.size(); k++) {
            if (lines.get(k).strip().equals(NODES)) {
                return new VariableSchema(Arrays.stream(lines.get(k + 1).split("[;,]"))
                        .map(String::strip)
                        .filter(name -> !name.isEmpty())
                        .toList());
            }
        }
        throw new DataException("a graph of Tetrad must have a line \"" + NODES + "\" with names below, has none");
    }

    /**
     * Reads the edges.
     *
     * @return [i, j]: i → j; both directions of an edge without direction
     * @throws DataException when a line is no edge of these variables
     */
    public static boolean[][] parse(List<String> lines, VariableSchema schema) {
        boolean[][] marks = new boolean[schema.size()][schema.size()];
        boolean within = false;
        for (String line : lines) {
            String text = line.strip();
            if (begins(text)) {
                within = true;
            } else if (within && text.isEmpty()) {
                return marks;
            } else if (within) {
                Matcher edge = EDGE.matcher(text);
                if (!edge.matches()) {
                    throw new DataException(
                            "a line of Tetrad's graph must be like \"1. x1 --> x2\", was \"" + text + "\"");
                }
                add(place(schema, edge.group(1), text), edge.group(2), place(schema, edge.group(3), text), marks, text);
            }
        }
        if (!within) {
            throw new DataException("a graph of Tetrad must have a line \"" + EDGES + "\", has none");
        }
        return marks;
    }

    private static void add(int i, String mark, int j, boolean[][] marks, String line) {
        switch (mark) {
            case "-->" -> marks[i][j] = true;
            case "<--" -> marks[j][i] = true;
            case "---", "<->" -> {
                marks[i][j] = true;
                marks[j][i] = true;
            }
            default ->
                throw new DataException(
                        "an edge of PC or FGES must be one of -->, <--, --- and <->, was \"" + line + "\"");
        }
    }

    private static int place(VariableSchema schema, String name, String line) {
        int place = schema.names().indexOf(name);
        if (place < 0) {
            throw new DataException("an edge of Tetrad must join variables of the rows, was \"" + line + "\"");
        }
        return place;
    }
}
