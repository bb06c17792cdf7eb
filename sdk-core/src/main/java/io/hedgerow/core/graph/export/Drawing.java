package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NetworkEdge;
import java.util.List;

/**
 * A laid-out network or part of one.
 *
 * @param boxes where the nodes are
 * @param lines the ways of the edges
 * @param width of the whole
 * @param height of the whole
 */
record Drawing(List<Box> boxes, List<Line> lines, double width, double height) {

    /**
     * A node.
     *
     * @param variable its index
     * @param x centre
     * @param y centre
     * @param width of the box
     */
    record Box(int variable, double x, double y, double width) {}

    /**
     * An edge.
     *
     * @param edge what it says
     * @param route its way, always from top to bottom
     * @param upwards whether it points up, against its route: such an edge closes a cycle
     */
    record Line(NetworkEdge edge, Route route, boolean upwards) {}

    Drawing moved(double right, double down) {
        return new Drawing(
                boxes.stream()
                        .map(b -> new Box(b.variable(), b.x() + right, b.y() + down, b.width()))
                        .toList(),
                lines.stream()
                        .map(l -> new Line(l.edge(), l.route().moved(right, down), l.upwards()))
                        .toList(),
                width,
                height);
    }
}
