package io.hedgerow.core.graph.export;

/**
 * The way of one edge through a picture: where it passes the rows of nodes, from top to bottom. Within a row it is
 * straight and steep, so that it cannot touch the nodes beside it; between rows it bends.
 */
final class Route {

    private static final double STEEP = 0.75;
    private static final double STEEP_AT_NODE = 0.8;
    private static final double BEND = 0.4;

    /** [k]: horizontal position in the middle of row k; at the first and last row, on the border of the node. */
    private final double[] x;
    /** [k]: upper border of row k. */
    private final double[] top;
    /** [k]: lower border of row k. */
    private final double[] bottom;

    Route(double[] x, double[] top, double[] bottom) {
        this.x = x;
        this.top = top;
        this.bottom = bottom;
    }

    int rows() {
        return x.length;
    }

    double x(int row) {
        return x[row];
    }

    double top(int row) {
        return top[row];
    }

    double bottom(int row) {
        return bottom[row];
    }

    Route moved(double right, double down) {
        Route copy = new Route(x.clone(), top.clone(), bottom.clone());
        for (int k = 0; k < x.length; k++) {
            copy.x[k] += right;
            copy.top[k] += down;
            copy.bottom[k] += down;
        }
        return copy;
    }

    /** Horizontal per vertical distance at row k. */
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
        // At a turning point the edge is vertical.
        return before * after <= 0 ? 0 : clamp(Math.abs(before) < Math.abs(after) ? before : after, STEEP);
    }

    private static double clamp(double value, double limit) {
        return Math.max(-limit, Math.min(limit, value));
    }

    /**
     * The curve as SVG path data.
     *
     * @param cutTop vertical distance to leave free at the upper end, for an arrowhead
     * @param cutBottom the same at the lower end
     */
    String path(double cutTop, double cutBottom) {
        int last = x.length - 1;
        double fromX = x[0] + slope(0) * cutTop;
        double fromY = bottom[0] + cutTop;
        StringBuilder path = new StringBuilder("M" + Numbers.at(fromX, fromY));
        for (int k = 1; k <= last; k++) {
            double slope = slope(k);
            double half = k == last ? cutBottom : -(bottom[k] - top[k]) / 2;
            double toX = k == last ? x[k] - slope * half : x[k] + slope * half;
            double toY = k == last ? top[k] - half : top[k];
            double bend = BEND * (toY - fromY);
            path.append(" C" + Numbers.at(fromX + slope(k - 1) * bend, fromY + bend))
                    .append(' ' + Numbers.at(toX - slope * bend, toY - bend))
                    .append(' ' + Numbers.at(toX, toY));
            if (k < last) {
                fromX = x[k] - slope * half;
                fromY = bottom[k];
                path.append(" L" + Numbers.at(fromX, fromY));
            }
        }
        return path.toString();
    }
}
