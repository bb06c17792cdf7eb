package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.export.SliceGrid.Passage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Lays out a dynamic network in time slices: the past at the left, the present at the right, a variable in the same row
 * of every slice. Lagged edges go from left to right, a variable's own past level; edges within a step are arcs at the
 * right of the present, downwards unless they close a cycle. Nothing overlaps and no edge runs through a node.
 */
final class SliceLayout {

    private static final double HEADING = 26;
    private static final double ROW_GAP = 14;
    private static final double LANE = 7;
    private static final double PORT = 11;
    private static final double CORNER = 8;
    private static final double SMALLEST_GAP = 90;
    private static final double LARGEST_GAP = 300;
    /** How much level lines of a variable's own past count beside other edges of the same node. */
    private static final double OWN = 50;

    private final List<ShownEdge> edges;
    private final SliceGrid grid;
    private final int present;
    /** [row]: middle of a row. */
    private final double[] middle;
    /** [row]: lower end of everything in a row. */
    private final double[] bottom;
    /** [edge]: height of its ends. */
    private final double[] leave;

    private final double[] enter;

    private SliceLayout(ShownNetwork network) {
        this.edges = network.edges();
        this.grid = new SliceGrid(network.size(), edges);
        this.present = grid.lags.length - 1;
        this.middle = new double[network.size()];
        this.bottom = new double[network.size()];
        this.leave = new double[edges.size()];
        this.enter = new double[edges.size()];
        stackRows();
        for (int row = 0; row < middle.length; row++) {
            for (int column = 0; column < present; column++) {
                lagPorts(column, row);
            }
            lagPorts(present, row);
            arcPorts(row);
        }
    }

    /**
     * Lays out a network.
     *
     * @param network dynamic
     * @param width of the box of each variable
     */
    static Drawing of(ShownNetwork network, double[] width) {
        return new SliceLayout(network).drawing(width);
    }

    private void stackRows() {
        double y = HEADING;
        for (int row = 0; row < middle.length; row++) {
            double height = 0;
            for (int column = 0; column <= present; column++) {
                height = Math.max(height, grid.taken[column][row] ? boxHeight(column, row) : 0);
            }
            double gap = ROW_GAP;
            for (ShownEdge edge : edges) {
                for (Passage p : grid.passages(edge)) {
                    if (p.row() == row && p.below()) {
                        gap = Math.max(gap, (p.lanes() + 1) * LANE + 4);
                    } else if (p.row() == row) {
                        height = Math.max(height, p.lanes() * LANE);
                    }
                }
            }
            middle[row] = y + height / 2;
            bottom[row] = y + height;
            y += height + gap;
        }
    }

    /** Room for all ends of edges on its fuller side. */
    private double boxHeight(int column, int row) {
        int ports = Math.max(lagged(column, row).size(), column == present ? arcs(row).size() : 0);
        return Math.max(ComponentLayout.NODE_HEIGHT, PORT * (ports - 1) + 2 * CORNER);
    }

    /** Lagged edges that end in a row of the present, or begin in one of the past. */
    private List<Integer> lagged(int column, int row) {
        List<Integer> found = new ArrayList<>();
        for (int e = 0; e < edges.size(); e++) {
            ShownEdge edge = edges.get(e);
            boolean here = column == present
                    ? grid.rowOf[edge.to()] == row
                    : grid.column(edge) == column && grid.rowOf[edge.from()] == row;
            if (here && edge.lag() > 0) {
                found.add(e);
            }
        }
        return found;
    }

    private List<Integer> arcs(int row) {
        List<Integer> found = new ArrayList<>();
        for (int e = 0; e < edges.size(); e++) {
            ShownEdge edge = edges.get(e);
            if (edge.lag() == 0 && (grid.rowOf[edge.from()] == row || grid.rowOf[edge.to()] == row)) {
                found.add(e);
            }
        }
        return found;
    }

    private double reach(int column, int row) {
        return boxHeight(column, row) / 2 - CORNER;
    }

    /** The ends of lagged edges at one box, in the order in which they come. */
    private void lagPorts(int column, int row) {
        List<Integer> here = lagged(column, row);
        here.sort(Comparator.comparingDouble(e -> next(e, column)));
        double[] wanted = here.stream()
                .mapToDouble(e -> 0.1 * (next(e, column) - middle[row]))
                .toArray();
        double[] weight = here.stream()
                .mapToDouble(e -> wantsLevel(e) ? OWN : 1)
                .toArray();
        double[] placed = Ports.spread(wanted, weight, reach(column, row));
        for (int k = 0; k < placed.length; k++) {
            (column == present ? enter : leave)[here.get(k)] = middle[row] + placed[k];
        }
    }

    private boolean wantsLevel(int e) {
        return edges.get(e).isOwnLag() && grid.passages(edges.get(e)).stream().noneMatch(Passage::below);
    }

    /** Height of an edge at the next place after it leaves, or the last before it enters. */
    private double next(int e, int column) {
        ShownEdge edge = edges.get(e);
        List<Passage> way = grid.passages(edge);
        if (way.isEmpty()) {
            return middle[grid.rowOf[column == present ? edge.from() : edge.to()]];
        }
        return height(way.get(column == present ? way.size() - 1 : 0));
    }

    private double height(Passage p) {
        return p.below()
                ? bottom[p.row()] + (p.lane() + 1) * LANE + 1
                : middle[p.row()] + (p.lane() - (p.lanes() - 1) / 2.0) * LANE;
    }

    /** Further nodes are reached from nearer the middle, so that arcs of one node do not cross. */
    private void arcPorts(int row) {
        List<Integer> here = arcs(row);
        here.sort(Comparator.comparingDouble(e -> 1.0 / (other(e, row) - row)));
        double[] weight = new double[here.size()];
        Arrays.fill(weight, 1);
        double[] placed = Ports.spread(new double[here.size()], weight, reach(present, row));
        for (int k = 0; k < placed.length; k++) {
            boolean leaves = grid.rowOf[edges.get(here.get(k)).from()] == row;
            (leaves ? leave : enter)[here.get(k)] = middle[row] + placed[k];
        }
    }

    private int other(int e, int row) {
        int from = grid.rowOf[edges.get(e).from()];
        return from == row ? grid.rowOf[edges.get(e).to()] : from;
    }

    private Drawing drawing(double[] width) {
        double[] left = new double[present + 1];
        double[] right = new double[present + 1];
        List<Drawing.Box> boxes = new ArrayList<>();
        List<Drawing.Label> labels = new ArrayList<>();
        for (int c = 0; c <= present; c++) {
            double widest = 0;
            for (int v = 0; v < width.length; v++) {
                widest = grid.taken[c][grid.rowOf[v]] ? Math.max(widest, width[v]) : widest;
            }
            left[c] = c == 0 ? 0 : right[c - 1] + gap(c);
            right[c] = left[c] + widest;
            double x = left[c] + widest / 2;
            labels.add(new Drawing.Label(x, HEADING - 11, 13, ShownNetwork.time(grid.lags[c])));
            for (int v = 0; v < width.length; v++) {
                int row = grid.rowOf[v];
                if (grid.taken[c][row]) {
                    int column = grid.lags[c] * width.length + v;
                    boxes.add(new Drawing.Box(column, x, middle[row], widest, boxHeight(c, row)));
                }
            }
        }
        List<Drawing.Line> lines = new ArrayList<>();
        double far = right[present];
        for (int e = 0; e < edges.size(); e++) {
            Drawing.Line line = edges.get(e).lag() > 0 ? lagged(e, left, right) : arc(e, right[present]);
            lines.add(line);
            far = line.curve() instanceof Arc arc ? Math.max(far, arc.x() + arc.reach()) : far;
        }
        double lowest = edges.stream()
                .flatMap(edge -> grid.passages(edge).stream())
                .mapToDouble(this::height)
                .max()
                .orElse(0);
        return new Drawing(boxes, lines, labels, far, Math.max(bottom[bottom.length - 1], lowest + LANE));
    }

    /** Wider where edges have far to go up or down. */
    private double gap(int column) {
        double steepest = 0;
        for (int e = 0; e < edges.size(); e++) {
            int first = grid.column(edges.get(e));
            if (first < column && edges.get(e).lag() > 0) {
                double[] heights = heights(e);
                steepest = Math.max(steepest, Math.abs(heights[column - first] - heights[column - first - 1]));
            }
        }
        return Math.max(SMALLEST_GAP, Math.min(LARGEST_GAP, 0.25 * steepest));
    }

    private double[] heights(int e) {
        List<Passage> way = grid.passages(edges.get(e));
        double[] heights = new double[way.size() + 2];
        heights[0] = leave[e];
        for (int k = 0; k < way.size(); k++) {
            heights[k + 1] = height(way.get(k));
        }
        heights[way.size() + 1] = enter[e];
        return heights;
    }

    private Drawing.Line lagged(int e, double[] left, double[] right) {
        int first = grid.column(edges.get(e));
        double[] from = Arrays.copyOfRange(left, first, present + 1);
        double[] to = Arrays.copyOfRange(right, first, present + 1);
        return new Drawing.Line(edges.get(e), Route.across(heights(e), from, to), false);
    }

    private Drawing.Line arc(int e, double x) {
        double high = Math.min(leave[e], enter[e]);
        double low = Math.max(leave[e], enter[e]);
        return new Drawing.Line(edges.get(e), new Arc(x, high, low, 14 + 0.22 * (low - high)), leave[e] > enter[e]);
    }
}
