// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam.contrast;

import java.util.Arrays;

/**
 * Sums the two contrasts over rows. log cosh u = |u| + log(1 + e^(−2|u|)) − log 2; the factors 1 + e^(−2|u|), each in
 * (1, 2], are multiplied, and their logarithm is taken once in many rows. Not thread-safe.
 */
final class RowSums {

    private static final int ROWS_OF_A_PRODUCT = 512;

    private static final double LOG2 = Math.log(2);

    private final double[] even;
    private final double[] odd;
    private final double[] product;
    private int pending;

    RowSums(int variables) {
        even = new double[variables];
        odd = new double[variables];
        product = new double[variables];
        Arrays.fill(product, 1);
    }

    void add(int k, double u) {
        double size = Math.abs(u);
        even[k] += size;
        product[k] *= 1 + Math.exp(-2 * size);
        odd[k] += u * Math.exp(-0.5 * u * u);
    }

    void endRow() {
        if (++pending == ROWS_OF_A_PRODUCT) {
            flush();
        }
    }

    ContrastSums total(long rows) {
        flush();
        double[] evens = even.clone();
        for (int k = 0; k < evens.length; k++) {
            evens[k] -= rows * LOG2;
        }
        return new ContrastSums(rows, evens, odd.clone());
    }

    private void flush() {
        for (int k = 0; k < product.length; k++) {
            even[k] += Math.log(product[k]);
            product[k] = 1;
        }
        pending = 0;
    }
}
