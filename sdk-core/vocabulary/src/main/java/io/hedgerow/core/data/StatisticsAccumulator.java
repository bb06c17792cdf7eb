// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import io.hedgerow.core.internal.linalg.MatrixProduct;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sums rows into {@link SufficientStatistics} in one pass, without the cancellation that large means cause; the same
 * rows in the same order give the same bits.
 *
 * <p>Rows are collected in blocks of m = 255. A block's mean b and scatter Σ (x − b)(x − b)ᵀ are merged into those of
 * the n rows before it (mean a) by adding δδᵀ n m / (n + m), δ = b − a (Chan, Golub and LeVeque 1979, eq. 1.5). All
 * arithmetic is relative to the first row, so that a mean of 10⁸ costs no digits.
 *
 * <p>Parts are merged by the same rule, and then the order of rows is another: with m parts entry (i, j) differs by
 * some m ulps of √(S_ii S_jj), the error of one addition for each.
 *
 * <p>Cost: d² / 2 multiplications a row, d² + 256 d numbers of memory. Not thread-safe; a part for each thread. Not
 * private.
 */
public final class StatisticsAccumulator implements RowSource.UnitSum<StatisticsAccumulator> {

    /** With the row for δ a block has 256 rows, a whole number of the kernel's groups. */
    static final int BLOCK = 255;

    private final int variables;
    private final double[] origin;
    /** Mean relative to the origin, over the rows already merged. */
    private final double[] mean;

    private final double[] scatter;
    private final double[] block;
    private final double[] blockMean;
    /** Work space, which does not move with a part. */
    private transient @Nullable MatrixProduct kernel;

    private long merged;
    private int buffered;

    /**
     * Creates an empty accumulator.
     *
     * @param variables d; at least 1
     */
    public StatisticsAccumulator(int variables) {
        if (variables < 1) {
            throw new IllegalArgumentException("variables must be >= 1, was " + variables);
        }
        this.variables = variables;
        this.origin = new double[variables];
        this.mean = new double[variables];
        this.scatter = new double[Math.multiplyExact(variables, variables)];
        this.block = new double[Math.multiplyExact(BLOCK + 1, variables)];
        this.blockMean = new double[variables];
    }

    /**
     * Adds one row.
     *
     * @param row one finite number per variable; not kept
     */
    @Override
    public void add(double[] row) {
        if (row.length != variables) {
            throw new IllegalArgumentException("row must have " + variables + " cells, has " + row.length);
        }
        if (merged == 0 && buffered == 0) {
            System.arraycopy(row, 0, origin, 0, variables);
        }
        int at = buffered * variables;
        for (int i = 0; i < variables; i++) {
            block[at + i] = row[i] - origin[i];
        }
        buffered++;
        if (buffered == BLOCK) {
            mergeBlock();
        }
    }

    @Override
    public void merge(StatisticsAccumulator other) {
        SufficientStatistics all = finish().merge(other.finish());
        for (int i = 0; i < variables; i++) {
            origin[i] = all.mean(i);
            mean[i] = 0;
        }
        all.copyScatter(scatter);
        merged = all.rows();
    }

    /** {@return the statistics of all rows added, independent of this accumulator} */
    public SufficientStatistics finish() {
        mergeBlock();
        double[] shifted = new double[variables];
        for (int i = 0; i < variables; i++) {
            shifted[i] = origin[i] + mean[i];
        }
        return new SufficientStatistics(merged, shifted, scatter.clone());
    }

    private void mergeBlock() {
        if (buffered == 0) {
            return;
        }
        centreBlock();
        long total = merged + buffered;
        double share = (double) buffered / total;
        double weight = Math.sqrt(merged * share);
        int last = buffered * variables;
        for (int i = 0; i < variables; i++) {
            double delta = blockMean[i] - mean[i];
            // One more row of the product, so that merging costs no pass of its own over the scatter.
            block[last + i] = weight * delta;
            mean[i] += share * delta;
        }
        if (kernel == null) {
            kernel = new MatrixProduct();
        }
        kernel.addGram(buffered + 1, variables, block, scatter);
        merged = total;
        buffered = 0;
    }

    private void centreBlock() {
        Arrays.fill(blockMean, 0);
        for (int r = 0; r < buffered; r++) {
            int at = r * variables;
            for (int i = 0; i < variables; i++) {
                blockMean[i] += block[at + i];
            }
        }
        for (int i = 0; i < variables; i++) {
            blockMean[i] /= buffered;
        }
        for (int r = 0; r < buffered; r++) {
            int at = r * variables;
            for (int i = 0; i < variables; i++) {
                block[at + i] -= blockMean[i];
            }
        }
    }
}
