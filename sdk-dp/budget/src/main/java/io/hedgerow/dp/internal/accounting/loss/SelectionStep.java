// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting.loss;

/**
 * Applies one selection of bounded range ε₀ to the curve of everything later: bounds {@code (S f)(x) = max over 0 ≤ t ≤
 * ε₀ of p_t·f(x − t) + (1 − p_t)·f(x − t + ε₀)}, {@code p_t = (1 − e^(t−ε₀))/(1 − e^(−ε₀))}, from above, where f is
 * known at the points {@code x_k = k·h}, {@code h = ε₀/m}.
 *
 * <p>f is convex in e^x, so the chord of a cell bounds it from above. With f replaced by its chord on both cells that t
 * and t − ε₀ fall into, the objective is {@code const + c·(U·s + V/s)} in {@code s = e^t}, U ≤ 0 and V ≤ 0: concave,
 * with its top at {@code s = √(V/U)}. The maximum over all m cells of t is exact for the chords, hence never below S f.
 *
 * <p>Most cells need no square root. Beyond a few cells around the top, the rest of the range of t is cut into wide
 * cells, each with one wide chord: where that concave bound falls (away from the top) already at its near end, it stays
 * below the value there. Where the test fails, one more cell is evaluated. So every t is covered, whatever the guess of
 * where the top is.
 *
 * <p>Loops are split into stages over short arrays, because the compiler vectorises only small loops with equal
 * indices. Not thread-safe: the arrays are workspace.
 */
final class SelectionStep {
    static final int BLOCK = 256;

    /** A wide cell whose bound rises by less than this, relative to the value, counts as falling. */
    static final double TOLERANCE = 1e-14;

    /** Keeps √(uv) and 1/√(uv) finite where f is 0 or nearly so. */
    private static final double TINY = 1e-140;

    private final int m;
    private final double h;
    private final double c;
    private final double w;
    private final double[] powers;
    private final double[] chord;

    private double[] left = new double[BLOCK];
    private double[] leftEnd = new double[BLOCK];
    private double[] right = new double[BLOCK];
    private double[] rightEnd = new double[BLOCK];
    private final double[] best = new double[BLOCK];
    private final double[] rise = new double[BLOCK];
    private final double[] b1 = new double[BLOCK];
    private final double[] b2 = new double[BLOCK];
    private final double[] u = new double[BLOCK];
    private final double[] v = new double[BLOCK];
    private final double[] y = new double[BLOCK];

    /** A step of range {@code cells·h}. */
    SelectionStep(double h, int cells) {
        this.m = cells;
        this.h = h;
        double range = cells * h;
        this.c = 1 / -StrictMath.expm1(-range);
        this.w = StrictMath.exp(-range);
        this.powers = new double[m + 1];
        this.chord = new double[m + 1];
        for (int j = 0; j <= m; j++) {
            powers[j] = StrictMath.exp(j * h);
            chord[j] = j == 0 ? 0 : 1 / StrictMath.expm1(j * h);
        }
    }

    /**
     * Computes the points from..to−1, at most BLOCK of them.
     *
     * @param e f at x_k under index k + m, for k from −m to beyond to + m
     * @param out receives S f at x_i under index i
     * @param first the first cell of t to evaluate
     * @param last one beyond the last cell of t to evaluate at first
     */
    void apply(double[] e, double[] out, int from, int to, int first, int last) {
        int n = to - from;
        System.arraycopy(e, from + m, best, 0, n);
        int origin = from + m;
        load(e, origin - first, n);
        for (int j = first; j < last; j++) {
            next(e, origin - j - 1, n);
            evaluate(j, n);
        }
        int high = last;
        for (int more = 1; high < m && !fallsBeyond(e, origin, n, high); more *= 2) {
            int until = Math.min(m, high + more);
            load(e, origin - high, n);
            for (; high < until; high++) {
                next(e, origin - high - 1, n);
                evaluate(high, n);
            }
        }
        int low = first;
        for (int more = 1; low > 0 && !fallsBelow(e, origin, n, low); more *= 2) {
            int until = Math.max(0, low - more);
            load(e, origin - until, n);
            for (int j = until; j < low; j++) {
                next(e, origin - j - 1, n);
                evaluate(j, n);
            }
            low = until;
        }
        System.arraycopy(best, 0, out, from, n);
    }

    private void load(double[] e, int origin, int n) {
        System.arraycopy(e, origin, left, 0, n);
        System.arraycopy(e, origin + m, right, 0, n);
    }

    private void next(double[] e, int origin, int n) {
        double[] spare = leftEnd;
        leftEnd = left;
        left = spare;
        spare = rightEnd;
        rightEnd = right;
        right = spare;
        load(e, origin, n);
    }

    /** Whether the objective falls on every wide cell above t = start·h. */
    private boolean fallsBeyond(double[] e, int origin, int n, int start) {
        java.util.Arrays.fill(rise, 0, n, 0);
        load(e, origin - start, n);
        int near = start;
        for (int width = 1; near < m; width *= 3) {
            int far = Math.min(near + width, m);
            next(e, origin - far, n);
            slope(
                    far - near,
                    StrictMath.exp((far - 2 * near) * h),
                    StrictMath.expm1((far - 2 * near) * h),
                    c * (powers[far] - powers[near]),
                    n);
            near = far;
        }
        return worst(rise, best, n) <= 0;
    }

    /** Whether the objective rises on every wide cell below t = start·h, that is falls away from it. */
    private boolean fallsBelow(double[] e, int origin, int n, int start) {
        java.util.Arrays.fill(rise, 0, n, 0);
        int near = start;
        for (int width = 1; near > 0; width *= 3) {
            int far = Math.max(near - width, 0);
            load(e, origin - far, n);
            next(e, origin - near, n);
            slope(near - far, 1 / powers[near], StrictMath.expm1(-near * h), -c * (powers[near] - powers[far]), n);
            near = far;
        }
        return worst(rise, best, n) <= 0;
    }

    /** The most by which the concave bound of a wide cell can exceed its value at the near end: slope times width. */
    private void slope(int width, double ratio, double ratioMinusOne, double gain, int n) {
        double first = gain * chord[width] * (w - ratio);
        double second = gain * chord[width] * w * ratioMinusOne;
        partialRise(left, leftEnd, right, u, gain * w, first, n);
        addRise(right, rightEnd, u, rise, second, n);
    }

    /** Raises best to the maximum of the objective over cell j of t. */
    private void evaluate(int j, int n) {
        double low = powers[j];
        double high = powers[j + 1];
        chords(left, leftEnd, b1, chord[1], n);
        chords(right, rightEnd, b2, chord[1], n);
        minusU(left, right, b1, b2, u, w, n);
        minusV(b1, b2, v, w, high, n);
        inverseRoot(u, v, y, n);
        clampedProduct(v, y, low, high, n);
        clampedProduct(u, y, 1 / high, 1 / low, n);
        onChord(left, b1, u, high, n);
        onChord(right, b2, u, high, n);
        mix(b1, b2, v, best, c, c * w, n);
    }

    private static void chords(double[] a, double[] end, double[] b, double scale, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = (end[i] - a[i]) * scale;
        }
    }

    private static void minusU(double[] a1, double[] a2, double[] b1, double[] b2, double[] u, double w, int n) {
        for (int i = 0; i < n; i++) {
            u[i] = Math.max(w * ((a1[i] - a2[i]) + (b2[i] - b1[i])), TINY);
        }
    }

    private static void minusV(double[] b1, double[] b2, double[] v, double w, double high, int n) {
        for (int i = 0; i < n; i++) {
            v[i] = Math.max(high * (w * b2[i] - b1[i]), TINY);
        }
    }

    private static void inverseRoot(double[] u, double[] v, double[] y, int n) {
        for (int i = 0; i < n; i++) {
            y[i] = 1 / Math.sqrt(u[i] * v[i]);
        }
    }

    private static void clampedProduct(double[] x, double[] y, double low, double high, int n) {
        for (int i = 0; i < n; i++) {
            x[i] = Math.min(Math.max(x[i] * y[i], low), high);
        }
    }

    private static void onChord(double[] a, double[] b, double[] u, double high, int n) {
        for (int i = 0; i < n; i++) {
            b[i] = a[i] + b[i] * (high * u[i] - 1);
        }
    }

    private static void mix(double[] f1, double[] f2, double[] s, double[] best, double c, double cw, int n) {
        for (int i = 0; i < n; i++) {
            best[i] = Math.max(best[i], f2[i] + (c - cw * s[i]) * (f1[i] - f2[i]));
        }
    }

    private static void partialRise(
            double[] a1, double[] end, double[] a2, double[] u, double gain, double first, int n) {
        for (int i = 0; i < n; i++) {
            u[i] = gain * (a2[i] - a1[i]) + first * (end[i] - a1[i]);
        }
    }

    private static void addRise(double[] a2, double[] end, double[] u, double[] rise, double second, int n) {
        for (int i = 0; i < n; i++) {
            rise[i] = Math.max(rise[i], u[i] + second * (end[i] - a2[i]));
        }
    }

    private static double worst(double[] rise, double[] best, int n) {
        for (int i = 0; i < n; i++) {
            rise[i] -= TOLERANCE * best[i];
        }
        double worst = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < n; i++) {
            worst = Math.max(worst, rise[i]);
        }
        return worst;
    }

    /** The grid point of t, 1..m−1, where the objective of point i turns from rising to falling, near a guess. */
    int top(double[] e, int i, int guess) {
        int j = Math.min(Math.max(guess, 1), m - 1);
        while (j < m - 1 && slope(e, i, j) > 0) {
            j++;
        }
        while (j > 1 && slope(e, i, j) < 0) {
            j--;
        }
        return j;
    }

    /** The derivatives left and right of t = jh, added. */
    private double slope(double[] e, int i, int j) {
        int origin = i - j + m;
        return slope(e, origin, 1 / powers[j]) + slope(e, origin - 1, powers[1] / powers[j]);
    }

    private double slope(double[] e, int k, double ratio) {
        double first = (e[k + 1] - e[k]) * chord[1];
        double second = (e[k + m + 1] - e[k + m]) * chord[1];
        return w * ((e[k + m] - second) - (e[k] - first)) + ratio * (w * second - first);
    }
}
