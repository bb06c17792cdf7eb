// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

import io.hedgerow.core.internal.search.regression.MomentMatrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/** I(T; A | B) = ½ ln (|S_TB| |S_AB| / (|S_B| |S_TAB|)), in nats, of normal blocks with covariances S. Immutable. */
public final class BlockInformation {

    /** Columns that others determine take no part. */
    private static final double PIVOT = 1e-9;

    private final int[][] blocks;
    private final int columns;
    private final double[] correlation;

    public BlockInformation(int[][] blocks, double[] covariance) {
        this.blocks = blocks;
        this.columns = (int) Math.round(Math.sqrt(covariance.length));
        this.correlation = MomentMatrix.correlation(columns, covariance);
    }

    /** I(T; A | B); at least 0. */
    public double of(int target, int[] of, int[] given) {
        int[] t = {target};
        return Math.max(
                0,
                0.5
                        * (logDeterminant(t, given)
                                + logDeterminant(of, given)
                                - logDeterminant(given)
                                - logDeterminant(t, of, given)));
    }

    private double logDeterminant(int[]... sets) {
        int[] chosen = Arrays.stream(sets)
                .flatMapToInt(Arrays::stream)
                .sorted()
                .distinct()
                .flatMap(v -> IntStream.of(blocks[v]))
                .toArray();
        int size = chosen.length;
        double[][] factor = new double[size][size];
        double sum = 0;
        for (int r = 0; r < size; r++) {
            double pivot = 1;
            for (int c = 0; c < r; c++) {
                double entry = correlation[chosen[r] * columns + chosen[c]];
                for (int b = 0; b < c; b++) {
                    entry -= factor[r][b] * factor[c][b];
                }
                factor[r][c] = entry / factor[c][c];
                pivot -= factor[r][c] * factor[r][c];
            }
            if (pivot < PIVOT) {
                pivot = PIVOT;
            }
            factor[r][r] = Math.sqrt(pivot);
            sum += Math.log(pivot);
        }
        return sum;
    }
}
