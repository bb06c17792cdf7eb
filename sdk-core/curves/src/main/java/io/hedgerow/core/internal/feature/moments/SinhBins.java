// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.moments;

import java.io.Serializable;

/**
 * Histogram bins whose edges are sinh of equally spaced numbers, ±reach at the ends; values beyond the ends fall into
 * the outermost bins. Immutable.
 */
public final class SinhBins implements Serializable {

    private final int count;
    private final double step;

    /** Makes an even number of bins, so that 0 is an edge, up to a last edge above 0. */
    public SinhBins(double reach, int count) {
        if (!(reach > 0 && reach < Double.POSITIVE_INFINITY) || count < 2 || count % 2 != 0) {
            throw new IllegalArgumentException(
                    "reach must be finite and > 0 and count even and at least 2, were " + reach + " and " + count);
        }
        this.count = count;
        this.step = 2 * asinh(reach) / count;
    }

    public int count() {
        return count;
    }

    /** The width of a bin in the middle, nearly. */
    double width() {
        return step;
    }

    private static double asinh(double x) {
        return Math.log(x + Math.sqrt(x * x + 1));
    }

    public int bin(double t) {
        double place = (t >= 0 ? asinh(t) : -asinh(-t)) / step + count / 2.0;
        return Math.min(count - 1, (int) Math.max(0, Math.min(count, place)));
    }

    /** The start of a bin, in the units of t; {@code count} gives the end of the last. */
    public double edge(int bin) {
        return Math.sinh((bin - count / 2.0) * step);
    }

    double middle(int bin) {
        return Math.sinh((bin + 0.5 - count / 2.0) * step);
    }
}
