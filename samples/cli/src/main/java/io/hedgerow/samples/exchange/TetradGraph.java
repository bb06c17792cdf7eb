// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.exchange;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.NetworkEdge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text form of Tetrad's graphs: after a line {@code Graph Edges:} numbered lines such as {@code 1. x1 -->
 * x2}, until an empty line. Ends have circles where causes may be hidden, as in {@code o->}. PC writes {@code <->}
 * where its rules contradict each other; of a class of graphs that is an edge without direction.
 */
public final class TetradGraph {

    static final String NODES = "Graph Nodes:";
    static final String EDGES = "Graph Edges:";

    private static final Pattern EDGE = Pattern.compile("\\d+\\.\\s+(\\S+)\\s+(\\S+)\\s+(\\S+)(\\s.*)?");

    private TetradGraph() {}

    public static boolean begins(String line) {
        return line.strip().equals(EDGES);
    }

    /** The variables that a text names: after a line {@code Graph Nodes:}, separated by semicolons or commas. */
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
     * One edge as written in the file.
     *
     * @param from place of the first variable
     * @param mark such as {@code -->}, {@code o->} and {@code <->}; never {@code <--} or {@code <-o}, which are written
     *     from the other end
     * @param to place of the last
     */
    record Edge(int from, String mark, int to) {}

    /**
     * Reads a class of graphs, as PC and FGES write it. [i, j]: i → j; both directions of an edge without direction.
     */
    public static boolean[][] parse(List<String> lines, VariableSchema schema) {
        boolean[][] marks = new boolean[schema.size()][schema.size()];
        for (Edge edge : edges(lines, schema)) {
            if (edge.mark().indexOf('o') >= 0) {
                throw new DataException("an edge of PC or FGES must be one of -->, <--, --- and <->, was \""
                        + schema.names().get(edge.from()) + " " + edge.mark() + " "
                        + schema.names().get(edge.to()) + "\"");
            }
            marks[edge.from()][edge.to()] = true;
            if (!edge.mark().equals(NetworkEdge.ARROW)) {
                marks[edge.to()][edge.from()] = true;
            }
        }
        return marks;
    }

    /** Reads the edges, with circles where causes may be hidden. */
    static List<Edge> edges(List<String> lines, VariableSchema schema) {
        List<Edge> edges = new ArrayList<>();
        boolean within = false;
        for (String line : lines) {
            String text = line.strip();
            if (begins(text)) {
                within = true;
            } else if (within && text.isEmpty()) {
                return edges;
            } else if (within) {
                Matcher edge = EDGE.matcher(text);
                if (!edge.matches()) {
                    throw new DataException(
                            "a line of Tetrad's graph must be like \"1. x1 --> x2\", was \"" + text + "\"");
                }
                int from = place(schema, edge.group(1), text);
                int to = place(schema, edge.group(3), text);
                String mark = mark(edge.group(2), text);
                boolean turned = mark.charAt(0) == '<' && !mark.equals("<->");
                edges.add(turned ? new Edge(to, turned(mark), from) : new Edge(from, mark, to));
            }
        }
        if (!within) {
            throw new DataException("a graph of Tetrad must have a line \"" + EDGES + "\", has none");
        }
        return edges;
    }

    /** What it says from the other end. */
    private static String turned(String mark) {
        return (mark.charAt(2) == 'o' ? "o" : "-") + "->";
    }

    /** A mark that is one; {@code place} says where it stands. */
    static String mark(String mark, String place) {
        if (!AncestralMarks.isMark(mark)) {
            throw new DataException("an edge must have one of the marks " + AncestralMarks.MARKS + ", was \"" + mark
                    + "\" in " + place);
        }
        return mark;
    }

    private static int place(VariableSchema schema, String name, String line) {
        int place = schema.names().indexOf(name);
        if (place < 0) {
            throw new DataException("an edge of Tetrad must join variables of the rows, was \"" + line + "\"");
        }
        return place;
    }
}
