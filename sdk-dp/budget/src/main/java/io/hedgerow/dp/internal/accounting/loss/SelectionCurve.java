// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting.loss;

import java.util.Arrays;

/**
 * The hockey-stick curve of n adaptively chosen selections of equal bounded range ε₀, bounded from above: {@code Sⁿf},
 * starting from {@code f(x) = (1 − e^x)₊}. See {@link SelectionStep} for S.
 *
 * <p>Only x ≥ 0 is stored, since the class of mechanisms is symmetric: {@code f(−x) = 1 − e^(−x) + e^(−x)·f(x)}. Where
 * f is negligible it is cut to 0, and the part that was cut is added as mass at infinity. Not thread-safe.
 *
 * <p>Cost: about {@code 3·n^1.5·cells} points of some fifty nanoseconds.
 */
final class SelectionCurve {
    /** The most that all steps together cut off. */
    static final double CUT = 1e-30;

    /** Relative error of one step: the tolerance of its tests and the rounding of its value, generous. */
    private static final double STEP_ERROR = 1e-13;

    /** Small ε₀: p_t is a difference of numbers near 1/ε₀, whose last places are a few 1e-16/ε₀ of it. */
    private static final double SMALL_RANGE_ERROR = 1e-15;

    private final int m;
    private final double h;
    private final double cut;
    private final SelectionStep step;
    private final double[] decay;
    private double[] f = new double[0];
    private double[] e = new double[0];
    private int[] tops = new int[0];
    private int last;
    private long done;

    /** The curve of no selections of range ε₀, with an even number of lattice steps in it, and room for the most. */
    SelectionCurve(double boundedRange, int cells, long most) {
        this.m = cells;
        this.h = boundedRange / cells;
        this.cut = CUT / most;
        this.step = new SelectionStep(h, cells);
        this.decay = new double[m + 1];
        for (int k = 0; k <= m; k++) {
            decay[k] = StrictMath.exp(-k * h);
        }
        reserve(0);
    }

    /** Adds selections until there are count of them. */
    SelectionCurve advanceTo(long count) {
        for (; done < count; done++) {
            advance();
        }
        return this;
    }

    /** The law whose curve this is, rounded up. */
    LossDistribution law() {
        return LossDistribution.ofCurve(values(), h, 1 + done * (STEP_ERROR + SMALL_RANGE_ERROR / (m * h)), CUT);
    }

    /** The values at 0, h, 2h, ...; the last one is 0. */
    double[] values() {
        return Arrays.copyOf(f, last + 2);
    }

    private void advance() {
        int reach = last + m;
        reserve(reach);
        for (int k = 1; k <= m; k++) {
            e[m - k] = (1 - decay[k]) + decay[k] * f[k];
        }
        System.arraycopy(f, 0, e, m, last + 1);
        int before = step.top(e, 0, tops[0]);
        int block = 0;
        for (int from = 0; from <= reach; from += SelectionStep.BLOCK) {
            int to = Math.min(reach + 1, from + SelectionStep.BLOCK);
            tops[block++] = before;
            int after = step.top(e, to - 1, tops[block]);
            step.apply(e, f, from, to, Math.min(before, after) - 1, Math.max(before, after) + 1);
            before = after;
        }
        tops[block] = before;
        trim(reach);
    }

    /** Replaces f by (f − cut)₊, which is convex as f is. */
    private void trim(int reach) {
        int end = reach;
        while (end > 0 && !(f[end] > cut)) {
            f[end] = 0;
            e[m + end] = 0;
            end--;
        }
        // Further down the cut is below the last bit.
        for (int k = end; k >= 0 && f[k] < cut * 0x1p54; k--) {
            f[k] = Math.max(0, f[k] - cut);
        }
        last = end;
    }

    /** Makes room for the points 0..reach, for m points on either side, and for reading whole blocks. */
    private void reserve(int reach) {
        int room = reach + 2 * m + SelectionStep.BLOCK + 2;
        if (e.length < room) {
            int length = room + room / 2;
            f = Arrays.copyOf(f, length);
            e = Arrays.copyOf(e, length);
            int known = tops.length;
            tops = Arrays.copyOf(tops, length / SelectionStep.BLOCK + 3);
            Arrays.fill(tops, known, tops.length, m / 2);
        }
    }
}
