// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.moments;

import java.io.Serializable;
import java.util.List;

/**
 * Maps a row of d variables to basis columns. Variable i has a block of m: its standardised value z, and √2 cos(k π u)
 * for k = 1 … m − 1 of its rank u among the rows of all sites, so that a linear function of a block is a curve of the
 * variable. Cosines of ranks are flat at both ends; a block of {@value #USUAL_WIDTH} therefore ends with (z² − 1) / √2
 * instead of the last cosine. Narrower blocks, those of private releases, have cosines only: a release is bounded by
 * the norm of a row, which a square makes heavier. A pair of variables has a block of {@value #OF_PAIR} products of a
 * column of each, so that two causes may act together. The first {@value #SIMPLE} are z z', z times the last column of
 * the other, and the reverse: how the slope of one changes with the other, in a line and in a bend. Immutable.
 */
public final class FeatureMap implements Serializable {

    /** m of exact releases. */
    public static final int USUAL_WIDTH = 8;

    public static final int OF_PAIR = 9;
    /** The number of products of a pair that come first. */
    public static final int SIMPLE = 3;

    /** The last column of a block. */
    private static final int LAST = -1;
    /** For each product, the columns of the first and of the second variable. */
    private static final int[][] FACTORS = {{0, 0}, {0, LAST}, {LAST, 0}, {0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}, {2, 2}
    };

    private final List<Marginal> marginals;
    private final int width;
    /** [pairs][2], the smaller variable first. */
    private final int[][] pairs;

    /** Makes a map of width m, at least 3, with products of pairs of different variables, [p][2]. */
    public FeatureMap(List<Marginal> marginals, int width, int[][] pairs) {
        this.marginals = List.copyOf(marginals);
        this.width = width;
        this.pairs = pairs;
    }

    public int variables() {
        return marginals.size();
    }

    public int width() {
        return width;
    }

    public Marginal marginal(int variable) {
        return marginals.get(variable);
    }

    public int[][] pairs() {
        return pairs;
    }

    /** d · m: columns before those of pairs. */
    public int single() {
        return marginals.size() * width;
    }

    public int size() {
        return single() + pairs.length * OF_PAIR;
    }

    /** Writes the columns of a row [d] to an array of at least F numbers. */
    public void expand(double[] row, double[] out) {
        for (int i = 0; i < marginals.size(); i++) {
            expand(i, row[i], out, i * width);
        }
        for (int p = 0; p < pairs.length; p++) {
            multiply(p, out);
        }
    }

    public void multiply(int pair, double[] out) {
        int first = pairs[pair][0] * width;
        int second = pairs[pair][1] * width;
        int at = single() + pair * OF_PAIR;
        for (int product = 0; product < OF_PAIR; product++) {
            out[at + product] = out[first + factor(product, 0)] * out[second + factor(product, 1)];
        }
    }

    /** The column, within its block, of the first (0) or second (1) variable of a pair in a product. */
    public int factor(int product, int which) {
        int column = FACTORS[product][which];
        return column == LAST ? width - 1 : column;
    }

    public void expand(int variable, double value, double[] out, int at) {
        Marginal marginal = marginals.get(variable);
        out[at] = marginal.standard(value);
        double angle = Math.PI * marginal.share(value);
        // cos((k + 1) a) = 2 cos a cos(k a) − cos((k − 1) a)
        double twice = 2 * Math.cos(angle);
        double before = 1;
        double now = twice / 2;
        for (int k = 1; k < width; k++) {
            out[at + k] = Math.sqrt(2) * now;
            double next = twice * now - before;
            before = now;
            now = next;
        }
        if (width == USUAL_WIDTH) {
            out[at + width - 1] = (out[at] * out[at] - 1) / Math.sqrt(2);
        }
    }
}
