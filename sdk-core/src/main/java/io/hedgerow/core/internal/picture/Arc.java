// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture;

/**
 * An edge between two nodes of one column, drawn beside it: from the right of the upper to the right of the lower.
 *
 * @param x right border of both nodes
 * @param top height at the upper node
 * @param bottom height at the lower node
 * @param reach how far it bends to the right
 */
public record Arc(double x, double top, double bottom, double reach) implements EdgePath {

    @Override
    public Tip tip(boolean first) {
        return new Tip(x, first ? top : bottom, -1, 0);
    }

    @Override
    public String path(double cutFirst, double cutLast) {
        // A cubic curve goes three quarters of the way to its control points.
        double out = x + reach * 4 / 3;
        return "M" + Numbers.at(x + cutFirst, top) + " C" + Numbers.at(out, top) + ' ' + Numbers.at(out, bottom) + ' '
                + Numbers.at(x + cutLast, bottom);
    }

    @Override
    public Arc moved(double right, double down) {
        return new Arc(x + right, top + down, bottom + down, reach);
    }
}
