package io.hedgerow.samples.reproduce;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text form of Tetrad's graphs: after a line {@code Graph Edges:} numbered lines such as {@code 1. x1 -->
 * x2}, until an empty line. PC writes {@code <->} where its rules contradict each other; that is read as an edge
 * without direction.
 */
final class TetradGraph {

    private static final Pattern EDGE = Pattern.compile("\\d+\\.\\s+(\\S+)\\s+(\\S+)\\s+(\\S+)(\\s.*)?");

    private TetradGraph() {}

    static boolean begins(String line) {
        return line.strip().equals("Graph Edges:");
    }

    static PartialGraph parse(List<String> lines, VariableSchema schema) {
        boolean[][] marks = new boolean[schema.size()][schema.size()];
        boolean within = false;
        for (String line : lines) {
            String text = line.strip();
            if (begins(text)) {
                within = true;
            } else if (within && text.isEmpty()) {
                return new PartialGraph(marks);
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
            throw new DataException("a graph of Tetrad must have a line \"Graph Edges:\", has none");
        }
        return new PartialGraph(marks);
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
