package io.hedgerow.dp.solver;

import java.util.Arrays;

/**
 * The clipped sums when every row is a unit of its own. Costs O(n·(q + nnz(b))) a column and allocates nothing.
 *
 * <p>Two loops compute the same: the fast one rounds by adding 1.5·2⁵², and clamps a whole number u by |u + C| − |u − C| =
 * 2·clamp(u, −C, C), which is exact while |u| &lt; 2⁵¹. Blocks of rows for which that is not certain beforehand go through the
 * other one, which is right for every double.
 */
final class RowClippedGradient implements ClippedGradient {

    private static final double ROUND = 0x1.8p52;
    private static final double FAST = 0x1p51;

    private final SampleBlocks samples;
    private final double[][] residual;
    private final double[] residualBound;
    private final double[] lanes = new double[SampleBlocks.LENGTH];

    RowClippedGradient(SampleBlocks samples) {
        this.samples = samples;
        this.residual = new double[samples.count()][SampleBlocks.LENGTH];
        this.residualBound = new double[samples.count()];
    }

    @Override
    public int units() {
        return samples.rows();
    }

    @Override
    public void column(int j, double[] b, double[] factor, double[] into) {
        for (int block = 0; block < residual.length; block++) {
            fillResidual(block, j, b);
        }
        for (int i = 0; i < into.length; i++) {
            Arrays.fill(lanes, 0);
            for (int block = 0; block < residual.length; block++) {
                double[] x = samples.cells(block, i);
                // 2 covers the rounding of the three products and of the residual
                if (2 * samples.largest(block, i) * factor[i] * residualBound[block] < FAST) {
                    addTwice(x, residual[block], factor[i], lanes);
                } else {
                    addTwiceAny(x, residual[block], factor[i], lanes);
                }
            }
            into[i] = -0.5 * total(lanes) + 0.0;
        }
    }

    private void fillResidual(int block, int j, double[] b) {
        double[] r = residual[block];
        System.arraycopy(samples.cells(block, j), 0, r, 0, r.length);
        double bound = samples.largest(block, j);
        for (int i = 0; i < b.length; i++) {
            if (b[i] != 0) {
                subtract(b[i], samples.cells(block, i), r);
                bound += Math.abs(b[i]) * samples.largest(block, i);
            }
        }
        residualBound[block] = bound;
    }

    private static void subtract(double factor, double[] x, double[] r) {
        for (int k = 0; k < r.length; k++) {
            r[k] -= factor * x[k];
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

    private static double total(double[] lanes) {
        double even = 0;
        double odd = 0;
        for (int k = 0; k < lanes.length; k += 2) {
            even += lanes[k];
            odd += lanes[k + 1];
        }
        return even + odd;
    }
}
