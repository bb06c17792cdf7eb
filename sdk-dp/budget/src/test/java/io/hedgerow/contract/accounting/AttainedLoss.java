// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.contract.accounting;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What a concrete composition of mechanisms attains: a lower bound of the least δ at every ε, which no sound accountant
 * can be below. Computed from the probabilities of outputs on two adjacent data sets, with no code of the accountants.
 *
 * <p>Symbols: an output has probability p on one data set and q on the other, its loss is {@code ln(p/q)}; μ is that of
 * all Gaussian calls together. {@code δ(ε) = Σ p·δ_μ(ε − ln(p/q))} with {@code δ_μ(x) = ∫ φ(t + z)(1 − e^(−μt)) dt}
 * over t &gt; 0, {@code z = x/μ − μ/2}.
 *
 * <p>Outputs with losses near each other are merged into one, with the sum of their probabilities. That is
 * post-processing, so the bound only becomes smaller; so it does where outputs of probability below 1e-30 are left out.
 * Each p is lowered, and each loss, by more than the rounding of all sums. Immutable.
 */
public final class AttainedLoss {

    private static final int MOST_OUTPUTS = 300;
    private static final double ROUNDING = 1e-12;

    /** Outputs less likely than this are left out. */
    private static final double LEAST = 1e-30;

    private static final int LAPLACE_CELLS = 16;

    /** Gauss-Legendre with eight points on [−1, 1]. */
    private static final double[] NODES = {
        0.18343464249564978, 0.525532409916329, 0.7966664774136267, 0.9602898564975362
    };

    private static final double[] WEIGHTS = {
        0.36268378337836166, 0.3137066458778869, 0.22238103445337443, 0.10122853629037706
    };

    private final double[] p;
    private final double[] q;
    private final double muSquared;

    private AttainedLoss(double[] p, double[] q, double muSquared) {
        this.p = p;
        this.q = q;
        this.muSquared = muSquared;
    }

    /** No calls. */
    public static AttainedLoss none() {
        return new AttainedLoss(new double[] {1}, new double[] {1}, 0);
    }

    /** Gaussian calls whose μ² add up to this. */
    public static AttainedLoss gaussian(double muSquared) {
        return new AttainedLoss(new double[] {1}, new double[] {1}, muSquared);
    }

    /**
     * The exponential mechanism, or Gumbel noise, over candidates with probabilities ∝ e^(score) on one data set and ∝
     * e^(score − range·shift) on the other.
     *
     * @param range the bounded range ε₀
     * @param scores one for each candidate
     * @param shifts between 0 and 1, one for each
     */
    public static AttainedLoss selection(double range, double[] scores, double[] shifts) {
        double[] moved = new double[scores.length];
        Arrays.setAll(moved, i -> scores[i] - range * shifts[i]);
        return new AttainedLoss(softmax(scores), softmax(moved), 0);
    }

    /**
     * The worst scores for candidates whose first loses t = share·ε₀ while all others gain ε₀ − t: two losses at both
     * ends of the range.
     */
    public static AttainedLoss extremeSelection(double range, double share, int candidates) {
        double first = Math.expm1((share - 1) * range) / Math.expm1(-range);
        double[] scores = new double[candidates];
        Arrays.fill(scores, Math.log((1 - first) / (candidates - 1)));
        scores[0] = Math.log(first);
        double[] shifts = new double[candidates];
        shifts[0] = 1;
        return selection(range, scores, shifts);
    }

    /** Randomised response. */
    public static AttainedLoss pure(double epsilon) {
        double likely = 1 / (1 + Math.exp(-epsilon));
        double unlikely = 1 / (1 + Math.exp(epsilon));
        return new AttainedLoss(new double[] {likely, unlikely}, new double[] {unlikely, likely}, 0);
    }

    /** Laplace noise of this scale on a number that moves from 0 to 1; outputs are told by cells. */
    public static AttainedLoss laplace(double scale) {
        double[] p = new double[LAPLACE_CELLS + 2];
        p[0] = 0.5;
        p[LAPLACE_CELLS + 1] = 0.5 * Math.exp(-1 / scale);
        double width = 1 / (scale * LAPLACE_CELLS);
        for (int k = 1; k <= LAPLACE_CELLS; k++) {
            p[k] = -0.5 * Math.exp((1 - k) * width) * Math.expm1(-width);
        }
        double[] q = new double[p.length];
        Arrays.setAll(q, k -> p[p.length - 1 - k]);
        return new AttainedLoss(p, q, 0);
    }

    /** Both, one after the other. */
    public AttainedLoss and(AttainedLoss other) {
        double[] own = losses();
        double[] others = other.losses();
        double low = Arrays.stream(own).min().orElseThrow()
                + Arrays.stream(others).min().orElseThrow();
        double high = Arrays.stream(own).max().orElseThrow()
                + Arrays.stream(others).max().orElseThrow();
        double width = Math.max((high - low) / MOST_OUTPUTS, 1e-13);
        double[] both = new double[MOST_OUTPUTS + 2];
        double[] under = new double[both.length];
        for (int i = 0; i < own.length; i++) {
            for (int j = 0; j < others.length; j++) {
                double likely = p[i] * other.p[j];
                if (likely > LEAST) {
                    // Half a cell keeps losses together that only rounding makes different.
                    int cell = (int) ((own[i] + others[j] - low) / width + 0.5);
                    both[cell] += likely;
                    under[cell] += q[i] * other.q[j];
                }
            }
        }
        return new AttainedLoss(where(both, both), where(both, under), muSquared + other.muSquared);
    }

    /** Of the cells with outputs. */
    private static double[] where(double[] outputs, double[] values) {
        return IntStream.range(0, outputs.length)
                .filter(cell -> outputs[cell] > 0)
                .mapToDouble(cell -> values[cell])
                .toArray();
    }

    private double[] losses() {
        double[] losses = new double[p.length];
        Arrays.setAll(losses, i -> Math.log(p[i] / q[i]));
        return losses;
    }

    /** As many of these calls. */
    public AttainedLoss times(long count) {
        AttainedLoss all = none();
        AttainedLoss power = this;
        for (long left = count; left > 0; left /= 2) {
            all = left % 2 == 1 ? all.and(power) : all;
            power = left > 1 ? power.and(power) : power;
        }
        return all;
    }

    /** A lower bound of δ at this ε. */
    public double delta(double epsilon) {
        double sum = 0;
        for (int i = 0; i < p.length && epsilon < Double.POSITIVE_INFINITY; i++) {
            double x = epsilon - Math.log(p[i] / q[i]) + ROUNDING * (1 + Math.abs(epsilon));
            double least = p[i] * (1 - ROUNDING);
            sum += least * (muSquared > 0 ? gaussianDelta(Math.sqrt(muSquared), x) : Math.max(0, -Math.expm1(x)));
        }
        return sum;
    }

    private static double gaussianDelta(double mu, double x) {
        double z = x / mu - 0.5 * mu;
        if (z > 38) {
            return 0;
        }
        // The density at t + z is below e^(−40) outside; what is left out only lowers the sum.
        double from = Math.max(0, -z - 9);
        double to = Math.sqrt(Math.max(0, z) * z + 80) - z;
        double half = (to - from) / 32;
        double sum = 0;
        for (int panel = 0; panel < 16; panel++) {
            double middle = from + (2 * panel + 1) * half;
            for (int k = 0; k < NODES.length; k++) {
                double step = half * NODES[k];
                sum += WEIGHTS[k] * half * (height(mu, z, middle - step) + height(mu, z, middle + step));
            }
        }
        return sum * (1 - ROUNDING);
    }

    private static double height(double mu, double z, double t) {
        return -Math.exp(-0.5 * (t + z) * (t + z)) / Math.sqrt(2 * Math.PI) * Math.expm1(-mu * t);
    }

    private static double[] softmax(double[] scores) {
        double top = Arrays.stream(scores).max().orElseThrow();
        double sum = Arrays.stream(scores).map(score -> Math.exp(score - top)).sum();
        return Arrays.stream(scores).map(score -> Math.exp(score - top) / sum).toArray();
    }
}
