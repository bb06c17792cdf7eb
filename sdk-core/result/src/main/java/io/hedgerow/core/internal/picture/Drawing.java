// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture;

import io.hedgerow.core.internal.picture.ShownNetwork.ShownEdge;
import java.util.List;

/** A laid-out network or part of one: nodes, paths of the edges, and text beside the nodes. */
public record Drawing(List<Box> boxes, List<Line> lines, List<Label> labels, double width, double height) {

    /** A node of a variable, by its centre; of a dynamic network, of a column. */
    public record Box(int column, double x, double y, double width, double height) {

        public double left() {
            return x - width / 2;
        }

        public double top() {
            return y - height / 2;
        }
    }

    /** An edge; its way leads from the upper or left node to the lower or right one, and upwards to the first end. */
    public record Line(ShownEdge edge, EdgePath curve, boolean upwards) {

        /** Whether it closes a cycle with the others; an edge from the past or without direction cannot. */
        public boolean closesCycle() {
            return upwards && edge.lag() == 0 && edge.edge().directed();
        }
    }

    public record Label(double x, double y, double size, String text) {

        public double width() {
            return TextWidth.ems(text) * size + 2;
        }

        public double height() {
            return size * 1.2;
        }
    }

    public Drawing(List<Box> boxes, List<Line> lines, double width, double height) {
        this(boxes, lines, List.of(), width, height);
    }

    public Drawing moved(double right, double down) {
        return new Drawing(
                boxes.stream()
                        .map(b -> new Box(b.column(), b.x() + right, b.y() + down, b.width(), b.height()))
                        .toList(),
                lines.stream()
                        .map(l -> new Line(l.edge(), l.curve().moved(right, down), l.upwards()))
                        .toList(),
                labels.stream()
                        .map(l -> new Label(l.x() + right, l.y() + down, l.size(), l.text()))
                        .toList(),
                width,
                height);
    }

    /** The path of one edge in a picture, between its two ends; it does not record which of them is the cause. */
    public interface EdgePath {

        /** The point where an end touches its node, with the direction into the node, of length 1. */
        record Tip(double x, double y, double dx, double dy) {}

        Tip tip(boolean first);

        /** The curve as SVG path data, with lengths left free at its ends, for arrowheads. */
        String path(double cutFirst, double cutLast);

        EdgePath moved(double right, double down);
    }
}
