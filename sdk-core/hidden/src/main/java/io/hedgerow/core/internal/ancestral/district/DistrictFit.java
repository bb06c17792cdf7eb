// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral.district;

import io.hedgerow.core.internal.linalg.SmallCholesky;

/**
 * Maximises the likelihood of one district's normal equations x_D = B x + ε, Cov ε = Ω, by residual iterative
 * conditional fitting (Drton, Eichler and Richardson 2009, section 4): one variable after the other is regressed on its
 * parents and on the pseudo-variables Ω⁻¹ ε of the others that it has a two-headed edge with, which raises the
 * likelihood with every step. A district of one variable is a least-squares regression.
 *
 * <p>Symbols: m variables of the district, first; then its parents outside, q in all; S: [q, q].
 */
public final class DistrictFit {

    private static final int MOST_SWEEPS = 200;
    /** Nats by which a sweep must raise the likelihood. */
    private static final double SETTLED = 1e-4;

    private static final double LEAST_VARIANCE = 1e-10;
    private static final double PIVOT = 1e-12;

    private final int m;
    private final int q;
    private final double[] s;
    private final int[][] parents;
    private final int[][] siblings;
    private final double n;
    /** [m, q]: row i has the coefficients of i's equation. */
    private final double[] b;
    /** Ω: [m, m]. */
    private final double[] omega;

    private DistrictFit(int q, double[] s, int[][] parents, int[][] siblings, double n) {
        this.m = parents.length;
        this.q = q;
        this.s = s;
        this.parents = parents;
        this.siblings = siblings;
        this.n = n;
        this.b = new double[m * q];
        this.omega = new double[m * m];
    }

    /**
     * Fits.
     *
     * @param q columns of S
     * @param s [q, q] row by row, those of the district first
     * @param parents of each variable of the district
     * @param siblings those of the district that each has a two-headed edge with
     * @param n rows
     * @return −n/2 (ln det Ω + tr Ω⁻¹ R), R = (I − B) S (I − B)ᵀ; −∞ where a matrix on the way is singular
     */
    public static double logLikelihood(int q, double[] s, int[][] parents, int[][] siblings, double n) {
        DistrictFit fit = new DistrictFit(q, s, parents, siblings, n);
        for (int i = 0; i < fit.m; i++) {
            if (!fit.regress(i, new double[0], new int[0])) {
                return Double.NEGATIVE_INFINITY;
            }
        }
        double likelihood = fit.likelihood();
        for (int sweep = 0; fit.m > 1 && sweep < MOST_SWEEPS; sweep++) {
            for (int i = 0; i < fit.m; i++) {
                if (!fit.step(i)) {
                    return Double.NEGATIVE_INFINITY;
                }
            }
            double raised = fit.likelihood();
            if (Double.isNaN(raised)) {
                return Double.NEGATIVE_INFINITY;
            }
            if (raised - likelihood < SETTLED) {
                return Math.max(raised, likelihood);
            }
            likelihood = raised;
        }
        return Double.isNaN(likelihood) ? Double.NEGATIVE_INFINITY : likelihood;
    }

    /** Regresses i on its parents and pseudo-variables, given the equations of the others. */
    private boolean step(int i) {
        int[] others = new int[m - 1];
        for (int a = 0, at = 0; a < m; a++) {
            if (a != i) {
                others[at++] = a;
            }
        }
        int[] mine = siblings[i];
        double[] inverse = inverseOfOthers(others);
        if (inverse.length == 0) {
            return false;
        }
        double[] pseudo = new double[mine.length * q];
        for (int z = 0; z < mine.length; z++) {
            int at = mine[z] < i ? mine[z] : mine[z] - 1;
            for (int k = 0; k < others.length; k++) {
                double weight = inverse[at * others.length + k];
                int e = others[k];
                pseudo[z * q + e] += weight;
                for (int x : parents[e]) {
                    pseudo[z * q + x] -= weight * b[e * q + x];
                }
            }
        }
        for (int k : mine) {
            omega[i * m + k] = 0;
            omega[k * m + i] = 0;
        }
        if (!regress(i, pseudo, mine)) {
            return false;
        }
        double added = 0;
        for (int k : mine) {
            for (int l : mine) {
                int a = k < i ? k : k - 1;
                int c = l < i ? l : l - 1;
                added += omega[i * m + k] * inverse[a * others.length + c] * omega[i * m + l];
            }
        }
        omega[i * m + i] += added;
        return true;
    }

    /** Ω⁻¹ without i; empty when it is singular. */
    private double[] inverseOfOthers(int[] others) {
        int k = others.length;
        double[] factor = new double[k * k];
        for (int a = 0; a < k; a++) {
            for (int c = 0; c < k; c++) {
                factor[a * k + c] = omega[others[a] * m + others[c]];
            }
        }
        return inverse(factor, k);
    }

    private static double[] inverse(double[] factor, int k) {
        if (!SmallCholesky.factor(factor, k, PIVOT)) {
            return new double[0];
        }
        double[] inverse = new double[k * k];
        SmallCholesky.invert(factor, k, inverse);
        return inverse;
    }

    /** Least squares of i on its parents and on rows of coefficients; sets coefficients and Ω_i. */
    private boolean regress(int i, double[] pseudo, int[] mine) {
        int p = parents[i].length;
        int r = p + mine.length;
        double[] products = new double[r * q]; // of each regressor with every column
        for (int a = 0; a < p; a++) {
            System.arraycopy(s, parents[i][a] * q, products, a * q, q);
        }
        for (int z = 0; z < mine.length; z++) {
            for (int x = 0; x < q; x++) {
                double weight = pseudo[z * q + x];
                for (int y = 0; weight != 0 && y < q; y++) {
                    products[(p + z) * q + y] += weight * s[x * q + y];
                }
            }
        }
        double[] gram = new double[r * r];
        double[] moment = new double[r];
        for (int a = 0; a < r; a++) {
            moment[a] = products[a * q + i];
            for (int c = 0; c < p; c++) {
                gram[a * r + c] = products[a * q + parents[i][c]];
            }
            for (int z = 0; z < mine.length; z++) {
                double sum = 0;
                for (int x = 0; x < q; x++) {
                    sum += products[a * q + x] * pseudo[z * q + x];
                }
                gram[a * r + p + z] = sum;
            }
        }
        double[] solution = moment.clone();
        if (!SmallCholesky.factor(gram, r, PIVOT)) {
            return false;
        }
        SmallCholesky.solve(gram, r, solution);
        double left = s[i * q + i];
        for (int a = 0; a < r; a++) {
            left -= solution[a] * moment[a];
        }
        for (int a = 0; a < p; a++) {
            b[i * q + parents[i][a]] = solution[a];
        }
        for (int z = 0; z < mine.length; z++) {
            omega[i * m + mine[z]] = solution[p + z];
            omega[mine[z] * m + i] = solution[p + z];
        }
        omega[i * m + i] = Math.max(left, LEAST_VARIANCE);
        return true;
    }

    private double likelihood() {
        double[] factor = omega.clone();
        if (!SmallCholesky.factor(factor, m, PIVOT)) {
            return Double.NaN;
        }
        double logs = 0;
        for (int a = 0; a < m; a++) {
            logs += 2 * Math.log(factor[a * m + a]);
        }
        double trace = 0;
        double[] column = new double[m];
        for (int a = 0; a < m; a++) {
            // column a of R
            for (int c = 0; c < m; c++) {
                column[c] = residualProduct(c, a);
            }
            SmallCholesky.solve(factor, m, column);
            trace += column[a];
        }
        return -n / 2 * (logs + trace);
    }

    private double residualProduct(int a, int c) {
        double sum = times(a, c);
        for (int x : parents[a]) {
            sum -= b[a * q + x] * times(x, c);
        }
        return sum;
    }

    private double times(int x, int c) {
        double sum = s[x * q + c];
        for (int y : parents[c]) {
            sum -= b[c * q + y] * s[x * q + y];
        }
        return sum;
    }
}
