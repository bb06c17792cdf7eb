// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.layout;

import io.hedgerow.core.internal.picture.Drawing;
import io.hedgerow.core.internal.picture.Drawing.EdgePath;
import io.hedgerow.core.internal.picture.Numbers;
import io.hedgerow.core.internal.picture.Route;
import io.hedgerow.core.internal.picture.ShownNetwork;
import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lays out a dynamic network in time slices: the past at the left, the present at the right, a variable in the same row
 * of every slice. Lagged edges go from left to right, a variable's own past level; edges within a step are arcs at the
 * right of the present, downwards unless they close a cycle. Nothing overlaps and no edge runs through a node.
 */
public final class SliceLayout {

    private static final double SMALLEST_GAP = 90;
    private static final double LARGEST_GAP = 300;
    private final List<ShownEdge> edges;
    private final SliceGrid grid;
    private final int present;
    private final SliceHeights heights;

    private SliceLayout(ShownNetwork network) {
        this.edges = network.edges();
        this.grid = new SliceGrid(network.size(), edges);
        this.present = grid.lags.length - 1;
        this.heights = new SliceHeights(grid, edges);
    }

    public static Drawing of(ShownNetwork network, double[] width) {
        return new SliceLayout(network).drawing(width);
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
            labels.add(new Drawing.Label(x, SliceHeights.HEADING - 11, 13, ShownNetwork.time(grid.lags[c])));
            for (int v = 0; v < width.length; v++) {
                int row = grid.rowOf[v];
                if (grid.taken[c][row]) {
                    int column = grid.lags[c] * width.length + v;
                    boxes.add(new Drawing.Box(column, x, heights.middle(row), widest, heights.box(c, row)));
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
        return new Drawing(boxes, lines, labels, far, heights.lowest());
    }

    /** Wider where edges have far to go up or down. */
    private double gap(int column) {
        double steepest = 0;
        for (int e = 0; e < edges.size(); e++) {
            int first = grid.column(edges.get(e));
            if (first < column && edges.get(e).lag() > 0) {
                double[] way = heights.of(e);
                steepest = Math.max(steepest, Math.abs(way[column - first] - way[column - first - 1]));
            }
        }
        return Math.max(SMALLEST_GAP, Math.min(LARGEST_GAP, 0.25 * steepest));
    }

    private Drawing.Line lagged(int e, double[] left, double[] right) {
        int first = grid.column(edges.get(e));
        double[] from = Arrays.copyOfRange(left, first, present + 1);
        double[] to = Arrays.copyOfRange(right, first, present + 1);
        return new Drawing.Line(edges.get(e), Route.across(heights.of(e), from, to), false);
    }

    private Drawing.Line arc(int e, double x) {
        double[] ends = heights.of(e);
        double high = Math.min(ends[0], ends[1]);
        double low = Math.max(ends[0], ends[1]);
        return new Drawing.Line(edges.get(e), new Arc(x, high, low, 14 + 0.22 * (low - high)), ends[0] > ends[1]);
    }

    /** An edge beside a column whose nodes end at x, from the upper node to the lower, that bends by {@code reach}. */
    private record Arc(double x, double top, double bottom, double reach) implements EdgePath {

        @Override
        public Tip tip(boolean first) {
            return new Tip(x, first ? top : bottom, -1, 0);
        }

        @Override
        public String path(double cutFirst, double cutLast) {
            // A cubic curve goes three quarters of the way to its control points.
            double out = x + reach * 4 / 3;
            return "M" + Numbers.at(x + cutFirst, top) + " C" + Numbers.at(out, top) + ' ' + Numbers.at(out, bottom)
                    + ' ' + Numbers.at(x + cutLast, bottom);
        }

        @Override
        public Arc moved(double right, double down) {
            return new Arc(x + right, top + down, bottom + down, reach);
        }
    }
}
