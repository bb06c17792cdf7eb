// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.layout;

import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import io.hedgerow.core.internal.picture.layout.SliceGrid.Passage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The heights of rows and gaps in time slices, with room for edges, and where each edge leaves and enters its boxes.
 */
final class SliceHeights {

    /** Room above the first row. */
    static final double HEADING = 26;

    private static final double ROW_GAP = 14;
    private static final double LANE = 7;
    private static final double PORT = 11;
    private static final double CORNER = 8;
    /** The weight of level lines of a variable's own past beside other edges of the same node. */
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

    SliceHeights(SliceGrid grid, List<ShownEdge> edges) {
        this.edges = edges;
        this.grid = grid;
        this.present = grid.lags.length - 1;
        this.middle = new double[grid.rowOf.length];
        this.bottom = new double[grid.rowOf.length];
        this.leave = new double[edges.size()];
        this.enter = new double[edges.size()];
        stackRows();
        for (int row = 0; row < middle.length; row++) {
            for (int column = 0; column <= present; column++) {
                lagPorts(column, row);
            }
            arcPorts(row);
        }
    }

    double middle(int row) {
        return middle[row];
    }

    /** The heights at which an edge leaves its cause, passes columns and enters its effect. */
    double[] of(int e) {
        List<Passage> way = grid.passages(edges.get(e));
        double[] heights = new double[way.size() + 2];
        heights[0] = leave[e];
        for (int k = 0; k < way.size(); k++) {
            heights[k + 1] = height(way.get(k));
        }
        heights[way.size() + 1] = enter[e];
        return heights;
    }

    double lowest() {
        double lowest = edges.stream()
                .flatMap(edge -> grid.passages(edge).stream())
                .mapToDouble(this::height)
                .max()
                .orElse(0);
        return Math.max(bottom[bottom.length - 1], lowest + LANE);
    }

    private void stackRows() {
        double y = HEADING;
        for (int row = 0; row < middle.length; row++) {
            double height = 0;
            for (int column = 0; column <= present; column++) {
                height = Math.max(height, grid.taken[column][row] ? box(column, row) : 0);
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
    double box(int column, int row) {
        int ports = Math.max(
                lagged(column, row).size(), column == present ? arcs(row).size() : 0);
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
        return box(column, row) / 2 - CORNER;
    }

    /** Places the ends of lagged edges at one box, in the order in which they come. */
    private void lagPorts(int column, int row) {
        List<Integer> here = lagged(column, row);
        here.sort(Comparator.comparingDouble(e -> next(e, column)));
        double[] wanted = here.stream()
                .mapToDouble(e -> 0.1 * (next(e, column) - middle[row]))
                .toArray();
        double[] weight =
                here.stream().mapToDouble(e -> wantsLevel(e) ? OWN : 1).toArray();
        double[] placed = Spacing.ports(wanted, weight, reach(column, row));
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

    /** Reaches further nodes from nearer the middle, so that arcs of one node do not cross. */
    private void arcPorts(int row) {
        List<Integer> here = arcs(row);
        here.sort(Comparator.comparingDouble(e -> 1.0 / (other(e, row) - row)));
        double[] weight = new double[here.size()];
        Arrays.fill(weight, 1);
        double[] placed = Spacing.ports(new double[here.size()], weight, reach(present, row));
        for (int k = 0; k < placed.length; k++) {
            boolean leaves = grid.rowOf[edges.get(here.get(k)).from()] == row;
            (leaves ? leave : enter)[here.get(k)] = middle[row] + placed[k];
        }
    }

    private int other(int e, int row) {
        int from = grid.rowOf[edges.get(e).from()];
        return from == row ? grid.rowOf[edges.get(e).to()] : from;
    }
}
