// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

import io.hedgerow.core.privacy.MechanismEvent;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.jspecify.annotations.Nullable;

/**
 * The best linear statistic of a vector that a site publishes, learned from separate runs: w = Σ⁻¹ (m − m′) with the
 * means on the two data sets and their common covariance (Fisher 1936). For Gaussian noise of whatever covariance w·y
 * is the log of the likelihood ratio. So noise that is too small in one direction is found, as is noise that several
 * numbers share: a number without noise gets all the weight.
 *
 * <p>The weights decide about power only. The runs of the audit come after they are learned, so its bounds hold with
 * any weights.
 *
 * <p>Symbols: y [p] the published vector. Numbers that never change get no weight. Each is in units of its own spread,
 * and the covariance is raised by 10⁻⁶ on the diagonal. Not thread-safe. Learns once, at the first run: O(p³).
 */
public final class LearnedStatistic {

    private static final int LEARNING_RUNS = 250;
    private static final double RIDGE = 1e-6;

    private final Supplier<double[]> left;
    private final Supplier<double[]> right;
    private double @Nullable [] direction;

    private LearnedStatistic(Supplier<double[]> left, Supplier<double[]> right) {
        this.left = left;
        this.right = right;
    }

    /** A case whose runs publish vectors. */
    public static AuditCase aCase(
            String mechanism, MechanismEvent claimed, double delta, Supplier<double[]> left, Supplier<double[]> right) {
        LearnedStatistic statistic = new LearnedStatistic(left, right);
        return new AuditCase(mechanism, claimed, delta, statistic.of(left), statistic.of(right));
    }

    private DoubleSupplier of(Supplier<double[]> run) {
        return () -> {
            double[] w = learned();
            double[] y = run.get();
            double sum = 0;
            for (int k = 0; k < w.length; k++) {
                sum += w[k] * y[k];
            }
            return sum;
        };
    }

    private double[] learned() {
        if (direction == null) {
            direction = learn(draw(left), draw(right));
        }
        return Objects.requireNonNull(direction);
    }

    private static double[][] draw(Supplier<double[]> run) {
        double[][] runs = new double[LEARNING_RUNS][];
        Arrays.setAll(runs, k -> run.get());
        return runs;
    }

    static double[] learn(double[][] one, double[][] other) {
        int p = one[0].length;
        double[] mean = mean(one);
        double[] otherMean = mean(other);
        double[] spread = new double[p];
        for (int k = 0; k < p; k++) {
            double square = (mean[k] - otherMean[k]) * (mean[k] - otherMean[k]);
            for (int r = 0; r < one.length; r++) {
                square += (square(one[r][k] - mean[k]) + square(other[r][k] - otherMean[k])) / one.length;
            }
            spread[k] = Math.sqrt(square);
        }
        RealMatrix covariance = new Array2DRowRealMatrix(p, p);
        double[] moved = new double[p];
        for (int k = 0; k < p; k++) {
            moved[k] = spread[k] > 0 ? (mean[k] - otherMean[k]) / spread[k] : 0;
            for (int l = 0; l <= k && spread[k] > 0; l++) {
                double sum = 0;
                for (int r = 0; r < one.length && spread[l] > 0; r++) {
                    sum += (one[r][k] - mean[k]) * (one[r][l] - mean[l])
                            + (other[r][k] - otherMean[k]) * (other[r][l] - otherMean[l]);
                }
                double share = spread[l] > 0 ? sum / (2.0 * one.length) / (spread[k] * spread[l]) : 0;
                covariance.setEntry(k, l, share);
                covariance.setEntry(l, k, share);
            }
            covariance.addToEntry(k, k, RIDGE);
        }
        double[] w = new LUDecomposition(covariance)
                .getSolver()
                .solve(new ArrayRealVector(moved))
                .toArray();
        for (int k = 0; k < p; k++) {
            w[k] = spread[k] > 0 ? w[k] / spread[k] : 0;
        }
        return w;
    }

    private static double[] mean(double[][] runs) {
        double[] mean = new double[runs[0].length];
        for (double[] run : runs) {
            for (int k = 0; k < mean.length; k++) {
                mean[k] += run[k] / runs.length;
            }
        }
        return mean;
    }

    private static double square(double x) {
        return x * x;
    }
}
