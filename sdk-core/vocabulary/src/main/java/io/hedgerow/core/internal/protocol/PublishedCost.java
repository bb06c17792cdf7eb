// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.protocol;

/** Bytes as the papers count them (002, B.2.1): 8 for a coefficient, and ⌈log2(d²) / 8⌉ for a sparse one's index. */
public final class PublishedCost {

    private PublishedCost() {}

    /** Fed-Sparse-BNSL: every non-zero coefficient of all B_p, Σ over sites and rounds, and of all W once per site. */
    public static long sparse(int variables, long uploaded, long consensus, int sites) {
        double bits = 2 * Math.log(variables) / Math.log(2);
        // a margin far below one bit keeps an exact power of two from being rounded up
        long index = (long) Math.ceil((bits - 1e-9) / 8);
        return (uploaded + sites * consensus) * (Double.BYTES + index);
    }

    /** Fed-BNSL: all parameters, d² or d·q with lags, each way, for every site and round: 2·T·P·d·q·8 bytes. */
    public static long dense(int parameters, int rounds, int sites) {
        return 2L * rounds * sites * parameters * Double.BYTES;
    }
}
