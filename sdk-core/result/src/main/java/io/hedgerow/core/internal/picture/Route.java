// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture;

import io.hedgerow.core.internal.picture.Drawing.EdgePath;

/**
 * A path of an edge through rows of nodes, top to bottom: straight and steep within a row, to touch none, and bent
 * between.
 */
public final class Route implements EdgePath {

    private static final double STEEP = 0.75;
    private static final double STEEP_AT_NODE = 0.8;
    private static final double BEND = 0.4;

    /** [k]: horizontal position in the middle of row k; at the first and last row, on the border of the node. */
    private final double[] x;
    /** [k]: upper border of row k. */
    private final double[] top;
    /** [k]: lower border of row k. */
    private final double[] bottom;

    /** Whether x is measured downwards, top and bottom to the right. */
    private final boolean across;

    public Route(double[] x, double[] top, double[] bottom) {
        this(x, top, bottom, false);
    }

    private Route(double[] x, double[] top, double[] bottom, boolean across) {
        this.x = x;
        this.top = top;
        this.bottom = bottom;
        this.across = across;
    }

    /** From left to right, with a height and borders in each column. */
    public static Route across(double[] y, double[] left, double[] right) {
        return new Route(y, left, right, true);
    }

    public int rows() {
        return x.length;
    }

    public double top(int row) {
        return top[row];
    }

    public double bottom(int row) {
        return bottom[row];
    }

    @Override
    public Route moved(double right, double down) {
        Route copy = new Route(x.clone(), top.clone(), bottom.clone(), across);
        for (int k = 0; k < x.length; k++) {
            copy.x[k] += across ? down : right;
            copy.top[k] += across ? right : down;
            copy.bottom[k] += across ? right : down;
        }
        return copy;
    }

    double slope(int k) {
        int last = x.length - 1;
        if (k == 0) {
            return clamp(0.5 * (x[1] - x[0]) / (top[1] - bottom[0]), STEEP_AT_NODE);
        }
        if (k == last) {
            return clamp(0.5 * (x[last] - x[last - 1]) / (top[last] - bottom[last - 1]), STEEP_AT_NODE);
        }
        double before = (x[k] - x[k - 1]) / (top[k] - bottom[k - 1]);
        double after = (x[k + 1] - x[k]) / (top[k + 1] - bottom[k]);
        // At a turning point the edge is vertical; through a column, which is wider than a row is high, level.
        return across || before * after <= 0 ? 0 : clamp(Math.abs(before) < Math.abs(after) ? before : after, STEEP);
    }

    private static double clamp(double value, double limit) {
        return Math.max(-limit, Math.min(limit, value));
    }

    @Override
    public Tip tip(boolean first) {
        int end = first ? 0 : x.length - 1;
        double slope = slope(end);
        double norm = Math.sqrt(1 + slope * slope);
        double sign = first ? -1 : 1;
        double sideways = sign * slope / norm;
        double ahead = sign / norm;
        double y = first ? bottom[end] : top[end];
        return across ? new Tip(y, x[end], ahead, sideways) : new Tip(x[end], y, sideways, ahead);
    }

    @Override
    public String path(double cutFirst, double cutLast) {
        int last = x.length - 1;
        StringBuilder path = new StringBuilder();
        for (int k = 1; k <= last; k++) {
            double[] bend = bend(k, k == 1 ? cutFirst : 0, k == last ? cutLast : 0);
            path.append(k == 1 ? "M" : " L").append(at(bend[0], bend[1]));
            path.append(" C").append(at(bend[2], bend[3]));
            path.append(' ').append(at(bend[4], bend[5]));
            path.append(' ').append(at(bend[6], bend[7]));
        }
        return path.toString();
    }

    /** The four points of the curve between row k − 1 and row k, less the lengths that are cut off at its ends. */
    private double[] bend(int k, double cutFirst, double cutLast) {
        double before = slope(k - 1);
        double slope = slope(k);
        double start = k == 1 ? cutFirst / Math.sqrt(1 + before * before) : (bottom[k - 1] - top[k - 1]) / 2;
        double end = k == x.length - 1 ? cutLast / Math.sqrt(1 + slope * slope) : (bottom[k] - top[k]) / 2;
        double fromX = x[k - 1] + before * start;
        double fromY = bottom[k - 1] + (k == 1 ? start : 0);
        double toX = x[k] - slope * end;
        double toY = top[k] - (k == x.length - 1 ? end : 0);
        double bend = BEND * (toY - fromY);
        return new double[] {fromX, fromY, fromX + before * bend, fromY + bend, toX - slope * bend, toY - bend, toX, toY
        };
    }

    /** The point at a share of the way between row k − 1 and row k. */
    public double[] point(int k, double share) {
        double[] bend = bend(k, 0, 0);
        double rest = 1 - share;
        double[] weight = {rest * rest * rest, 3 * share * rest * rest, 3 * share * share * rest, share * share * share
        };
        double[] point = new double[2];
        for (int c = 0; c < 8; c++) {
            point[c % 2] += weight[c / 2] * bend[c];
        }
        return across ? new double[] {point[1], point[0]} : point;
    }

    private String at(double x, double y) {
        return across ? Numbers.at(y, x) : Numbers.at(x, y);
    }
}
