package io.hedgerow.dp.internal.solver;

import java.util.Arrays;

/**
 * The clipped sums when every row is a unit of its own. Costs O(n·(q + nnz(b))) a column.
 *
 * <p>Two loops compute the same: the fast one rounds by adding 1.5·2⁵², and clamps a whole number u by |u + C| − |u −
 * C| = 2·clamp(u, −C, C), which is exact while |u| &lt; 2⁵¹. Blocks of rows for which that is not certain beforehand go
 * through the other one, which is right for every double.
 */
final class RowClippedGradient implements ClippedGradient {

    private static final double ROUND = 0x1.8p52;
    private static final double FAST = 0x1p51;

    private final SampleBlocks samples;
    private final double[][] residual;
    private final double[] residualBound;
    private final double[] lanes = new double[SampleBlocks.LENGTH];
    private final int[] term;

    RowClippedGradient(SampleBlocks samples) {
        this.samples = samples;
        this.residual = new double[samples.count()][SampleBlocks.LENGTH];
        this.residualBound = new double[samples.count()];
        this.term = new int[samples.variables()];
    }

    @Override
    public int units() {
        return samples.rows();
    }

    @Override
    public void column(int j, double[] b, double[] factor, double[] into) {
        int[] terms = nonZeros(b);
        for (int block = 0; block < residual.length; block++) {
            fillResidual(block, j, b, terms);
        }
        for (int i = 0; i < into.length; i++) {
            Arrays.fill(lanes, 0);
            double[][] x = samples.blocks(i);
            double[] largest = samples.largest(i);
            for (int block = 0; block < residual.length; block++) {
                // 2 covers the rounding of the three products and of the residual
                if (2 * largest[block] * factor[i] * residualBound[block] < FAST) {
                    addTwice(x[block], residual[block], factor[i], lanes);
                } else {
                    addTwiceAny(x[block], residual[block], factor[i], lanes);
                }
            }
            into[i] = -0.5 * total(lanes) + 0.0;
        }
    }

    private int[] nonZeros(double[] b) {
        int count = 0;
        for (int i = 0; i < b.length; i++) {
            if (b[i] != 0) {
                term[count++] = i;
            }
        }
        return Arrays.copyOf(term, count);
    }

    /** x_j minus the terms in the order of their variables, two in one pass. */
    private void fillResidual(int block, int j, double[] b, int[] terms) {
        double[] r = residual[block];
        System.arraycopy(samples.blocks(j)[block], 0, r, 0, r.length);
        double bound = samples.largest(j)[block];
        for (int i : terms) {
            bound += Math.abs(b[i]) * samples.largest(i)[block];
        }
        residualBound[block] = bound;
        int t = 0;
        for (; t + 1 < terms.length; t += 2) {
            int i = terms[t];
            int h = terms[t + 1];
            subtract(b[i], samples.blocks(i)[block], b[h], samples.blocks(h)[block], r);
        }
        if (t < terms.length) {
            subtract(b[terms[t]], samples.blocks(terms[t])[block], r);
        }
    }

    private static void subtract(double factor, double[] x, double[] r) {
        for (int k = 0; k < r.length; k++) {
            r[k] -= factor * x[k];
        }
    }

    private static void subtract(double factor, double[] x, double other, double[] y, double[] r) {
        for (int k = 0; k < r.length; k++) {
            r[k] = r[k] - factor * x[k] - other * y[k];
        }
    }

    static void addTwice(double[] x, double[] r, double factor, double[] lanes) {
        for (int k = 0; k < lanes.length; k++) {
            double shifted = x[k] * factor * r[k] + ROUND;
            lanes[k] += Math.abs(shifted - (ROUND - BOUND)) - Math.abs(shifted - (ROUND + BOUND));
        }
    }

    static void addTwiceAny(double[] x, double[] r, double factor, double[] lanes) {
        for (int k = 0; k < lanes.length; k++) {
            lanes[k] += 2 * clampedStep(x[k] * factor * r[k]);
        }
    }

    /** The nearest whole number, within ±C; 0 for what is not a number. */
    static double clampedStep(double value) {
        return Double.isNaN(value) ? 0 : Math.max(-BOUND, Math.min(BOUND, Math.rint(value)));
    }

    /** In eight chains, because a chain waits for each addition. */
    private static double total(double[] lanes) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        double s4 = 0;
        double s5 = 0;
        double s6 = 0;
        double s7 = 0;
        for (int k = 0; k < lanes.length; k += 8) {
            s0 += lanes[k];
            s1 += lanes[k + 1];
            s2 += lanes[k + 2];
            s3 += lanes[k + 3];
            s4 += lanes[k + 4];
            s5 += lanes[k + 5];
            s6 += lanes[k + 6];
            s7 += lanes[k + 7];
        }
        return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    }
}
