// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture;

/** The way of one edge through a picture, between its two ends; which of them is the cause it does not know. */
public interface EdgePath {

    /**
     * Where an end touches its node.
     *
     * @param x position
     * @param y position
     * @param dx direction into the node, of length 1
     * @param dy direction into the node
     */
    record Tip(double x, double y, double dx, double dy) {}

    /** The first or the last end. */
    Tip tip(boolean first);

    /** The curve as SVG path data, with lengths left free at its ends, for arrowheads. */
    String path(double cutFirst, double cutLast);

    EdgePath moved(double right, double down);
}
