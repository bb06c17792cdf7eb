// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture;

/** The way of one edge through a picture, between its two ends; it does not know which of them is the cause. */
public interface EdgePath {

    /** The point where an end touches its node, with the direction into the node, of length 1. */
    record Tip(double x, double y, double dx, double dy) {}

    Tip tip(boolean first);

    /** The curve as SVG path data, with lengths left free at its ends, for arrowheads. */
    String path(double cutFirst, double cutLast);

    EdgePath moved(double right, double down);
}
