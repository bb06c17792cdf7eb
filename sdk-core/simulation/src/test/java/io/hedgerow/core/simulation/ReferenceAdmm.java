// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.simulation;

/**
 * The consensus iteration of papers 001 and 002 (eq. 3–7), written down as it stands there: every site keeps its own
 * B_p and β_p as dense matrices, the coordinator sees them all, nothing is encoded. W: [q, d], the first d of q
 * variables are targets. Slow; for comparison.
 */
final class ReferenceAdmm {

    private final double[][][] s;
    private final double[] lossWeight;
    private final double localLambda;
    private final double globalLambda;
    private final double[] l1Weight;
    private final int targets;

    ReferenceAdmm(
            double[][][] s,
            double[] lossWeight,
            int targets,
            double[] l1Weight,
            double localLambda,
            double globalLambda) {
        this.s = s;
        this.lossWeight = lossWeight;
        this.targets = targets;
        this.l1Weight = l1Weight;
        this.localLambda = localLambda;
        this.globalLambda = globalLambda;
    }

    /** W after some rounds, with ρ1_t = rho1·growth1^t and ρ2_t = rho2·growth2^t. */
    double[][] run(int rounds, double rho1, double growth1, double rho2, double growth2) {
        int q = s[0].length;
        int sites = s.length;
        double[][] w = new double[q][targets];
        double[][][] b = new double[sites][q][targets];
        double[][][] beta = new double[sites][q][targets];
        double alpha = 0;
        double r1 = rho1;
        double r2 = rho2;
        for (int round = 0; round < rounds; round++) {
            for (int p = 0; p < sites; p++) {
                local(s[p], lossWeight[p], w, beta[p], b[p], r2);
            }
            global(w, b, beta, alpha, r1, r2);
            alpha += r1 * acyclicity(w); // eq. 6
            for (int p = 0; p < sites; p++) {
                for (int i = 0; i < q; i++) {
                    for (int j = 0; j < targets; j++) {
                        beta[p][i][j] += r2 * (b[p][i][j] - w[i][j]); // eq. 7
                    }
                }
            }
            r1 *= growth1;
            r2 *= growth2;
        }
        return w;
    }

    /**
     * Eq. 4 by cyclic coordinate descent; strictly convex, so 500 sweeps of these small problems end near round-off.
     */
    private void local(double[][] sp, double weight, double[][] w, double[][] beta, double[][] b, double rho2) {
        int q = sp.length;
        for (int sweep = 0; sweep < 500; sweep++) {
            for (int j = 0; j < targets; j++) {
                for (int i = 0; i < q; i++) {
                    double gradient = beta[i][j] + rho2 * (b[i][j] - w[i][j]);
                    for (int k = 0; k < q; k++) {
                        gradient += weight * sp[i][k] * (b[k][j] - (k == j ? 1 : 0));
                    }
                    double curvature = weight * sp[i][i] + rho2;
                    b[i][j] = soft(b[i][j] - gradient / curvature, localLambda * l1Weight[i] / curvature);
                }
            }
        }
    }

    /** Eq. 5 with the ℓ1 term of paper 001, by proximal gradient steps from the last W. */
    private void global(double[][] w, double[][][] b, double[][][] beta, double alpha, double rho1, double rho2) {
        int q = w.length;
        // steps below 1 / curvature: the quadratic has P·ρ2, and h adds little at the penalties of these tests
        double step = 0.5 / (s.length * rho2 + rho1 + alpha);
        for (int iteration = 0; iteration < 1000; iteration++) {
            double[][] power = gradientExponential(w);
            double multiplier = alpha + rho1 * acyclicity(w);
            double[][] next = new double[q][targets];
            for (int i = 0; i < q; i++) {
                for (int j = 0; j < targets; j++) {
                    double gradient = i < targets ? multiplier * power[j][i] * 2 * w[i][j] : 0;
                    for (int p = 0; p < b.length; p++) {
                        gradient -= beta[p][i][j] + rho2 * (b[p][i][j] - w[i][j]);
                    }
                    next[i][j] = i == j ? 0 : soft(w[i][j] - step * gradient, step * globalLambda * l1Weight[i]);
                }
            }
            for (int i = 0; i < q; i++) {
                w[i] = next[i];
            }
        }
    }

    private double acyclicity(double[][] w) {
        double[][] e = gradientExponential(w);
        double trace = 0;
        for (int i = 0; i < targets; i++) {
            trace += e[i][i];
        }
        return trace - targets;
    }

    /** e^{W∘W} of the square part, by its series: with squares below 1 and d = 5 twenty-five terms leave nothing. */
    private double[][] gradientExponential(double[][] w) {
        double[][] sum = new double[targets][targets];
        double[][] term = new double[targets][targets];
        for (int i = 0; i < targets; i++) {
            sum[i][i] = 1;
            term[i][i] = 1;
        }
        for (int n = 1; n <= 25; n++) {
            double[][] next = new double[targets][targets];
            for (int i = 0; i < targets; i++) {
                for (int j = 0; j < targets; j++) {
                    for (int k = 0; k < targets; k++) {
                        next[i][j] += term[i][k] * w[k][j] * w[k][j] / n;
                    }
                    sum[i][j] += next[i][j];
                }
            }
            term = next;
        }
        return sum;
    }

    private static double soft(double x, double threshold) {
        return Math.abs(x) <= threshold ? 0 : x - Math.copySign(threshold, x);
    }
}
