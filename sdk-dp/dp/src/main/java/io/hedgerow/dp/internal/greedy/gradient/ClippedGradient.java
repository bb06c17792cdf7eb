// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.gradient;

/**
 * Sums clipped per-unit gradient entries as exact integers: one unit adds at most {@link #BOUND} to one sum in absolute
 * value, whatever its rows hold and whatever order or thread adds them up.
 *
 * <p>Symbols: X [n, q] the rows, B [q, d], r_k = x_k − Bᵀx_k the residuals of row k, c [q] the clipping bounds, C =
 * {@link #BOUND}. Entry (i, j) of the sum over units u, where u is a row or all rows of a user:
 *
 * <pre>
 * Y_ij = Σ_u clamp(round( −(C / c_i) Σ_{k ∈ u} x_ki r_kj ), −C, C)
 * </pre>
 *
 * <p>{@link RowClippedGradient} rounds x and r before it multiplies them. So (c_i / C)·Y_ij is the sum of the entries
 * of the gradient of ½‖x_k − Bᵀx_k‖², each clipped to [−c_i, c_i] before it is added. The addends are whole numbers and
 * memory holds fewer than 2³¹ of them, so their sum is exact in a double; it is then brought into a range of
 * ±C·{@link #MAX_UNITS}. Replacing one unit changes Y_ij by at most 2C, replacing it by zeros or leaving it out by at
 * most C.
 *
 * <p>A column of Y depends only on its column of B: the residual is computed anew from the rows each time, so equal B
 * give equal sums to the last bit, whatever was computed before.
 */
public interface ClippedGradient {

    /** C, the clipping bound of one unit in lattice steps. */
    double BOUND = 0x1p22;

    /** The most units that are declared, so that n·C stays at 2⁵¹, and twice the sum at 2⁵². */
    int MAX_UNITS = 1 << 29;

    /** Brings a sum back to ±C·{@link #MAX_UNITS}, beyond which a secret number of units could carry it. */
    static double inRange(double sum) {
        return Math.max(-BOUND * MAX_UNITS, Math.min(BOUND * MAX_UNITS, sum));
    }

    /**
     * Computes one column of Y.
     *
     * @param b column j of B, [q]
     * @param scale a_i = c_i / κ, [q]; finite and &gt; 0
     * @param clip κ; finite and &gt; 0
     * @param into receives Y_·j, [q]
     */
    void column(int j, double[] b, double[] scale, double clip, double[] into);
}
