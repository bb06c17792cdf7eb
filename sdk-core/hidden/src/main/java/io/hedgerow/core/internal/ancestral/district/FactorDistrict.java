// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral.district;

import static io.hedgerow.core.internal.ancestral.district.FactorEquations.EDGE;
import static io.hedgerow.core.internal.ancestral.district.FactorEquations.OWN;

import io.hedgerow.core.internal.linalg.RowCholesky;
import java.util.Arrays;
import java.util.Optional;

/**
 * Maximises the likelihood of some {@link FactorEquations}, x = Bᵀ x + ε, Ω = Cov ε = D + Λ Λᵀ, given the variables
 * that they do not explain, by Fisher scoring with Levenberg's damping. With W = Ω⁻¹, R = (I − B)ᵀ S (I − B) and M = W
 * (I − B)ᵀ S the gradient is n M for B, n (W R W − W) λ for a hidden cause and half of its diagonal for D, and the
 * information has n W_jk S_ab between coefficients, n / 2 tr(W dΩ W dΩ') between what changes Ω, and n (W dΩ M) between
 * both. One variable without hidden causes is a regression.
 *
 * <p>What it says is of its coefficients after the constructor, so copies of a diagram share it. Not thread-safe.
 */
public final class FactorDistrict {

    /** The least pivot of a matrix that counts as positive definite. */
    public static final double PIVOT = 1e-12;
    /** Added to the information's diagonal, for of a hidden cause of two only a product is known. */
    public static final double RIDGE = 1e-6;

    /** Nats that a step must promise that is hardly damped: how a damped one does says nothing of what is left. */
    private static final double SETTLED = 0.02;

    private static final double FIRST_DAMPING = 1e-4;
    private static final double LEAST_DAMPING = 1e-7;
    private static final double MOST_DAMPING = 1e6;
    /** Of p² operations, what the information costs beside p³ / 3 for its factor. */
    private static final double BUILDING = 10;

    final FactorEquations equations;
    final double[] s;
    final double n;
    /** Values of the coefficients and own variances. */
    final double[] value;
    /** Coefficients of each hidden cause: [causes, size]. */
    final double[][] loadings;
    /** W, [size, size]. */
    final double[][] w;

    private final int size;
    private final int p;
    private final int[] kind;
    private final int[] into;
    /** S of the columns of the equations. */
    private final double[][] moments;
    /** M, [size, columns]. */
    private final double[][] m;
    /** W R, [size, size]. */
    private final double[][] wr;
    /** Of each hidden cause W λ, and λᵀ M. */
    private final double[][] wl;

    private final double[][] lm;

    private double logLikelihood;
    private boolean settled;
    private double work;
    private Optional<FactorOutlook> outlook = Optional.empty();
    private boolean looked;

    /** Fits equations from some values; {@code least} are the least own variances of all variables. */
    public FactorDistrict(FactorEquations equations, double[] s, double n, double[] from, double[] least, int steps) {
        this.equations = equations;
        this.s = s;
        this.n = n;
        this.value = from;
        this.size = equations.size;
        this.p = equations.p;
        this.kind = equations.kind;
        this.into = equations.into;
        int width = equations.columns.length;
        this.loadings = new double[equations.causes][size];
        this.w = new double[size][size];
        this.moments = new double[width][width];
        this.m = new double[size][width];
        this.wr = new double[size][size];
        this.wl = new double[equations.causes][size];
        this.lm = new double[equations.causes][width];
        for (int x = 0; x < width; x++) {
            for (int y = 0; y < width; y++) {
                moments[x][y] = s[equations.columns[x] * equations.d + equations.columns[y]];
            }
        }
        if (size > 1 || equations.causes > 0 || !regress(least[equations.members[0]])) {
            climb(steps, least);
        }
    }

    /** Its equations. */
    public FactorEquations equations() {
        return equations;
    }

    /** Values of the coefficients and own variances. */
    public double[] value() {
        return value;
    }

    /** Whether it is a fit to the same moments, of which no step would gain anything. */
    public boolean isSettledFor(double[] moments, double rows) {
        return settled && s == moments && n == rows;
    }

    /** ln of the likelihood. */
    public double logLikelihood() {
        return logLikelihood;
    }

    /** Operations that the fit took. */
    public double work() {
        return work;
    }

    /** What changes would do; empty when the information is singular. */
    public Optional<FactorOutlook> outlook() {
        if (!looked) {
            outlook = FactorOutlook.of(this);
            looked = true;
        }
        return outlook;
    }

    /** Whether {@link #outlook} is there already, and costs nothing. */
    public boolean isLookedAt() {
        return looked;
    }

    /** Operations of a step of a fit, or of an outlook. */
    public double workOfAStep() {
        return (p / 3.0 + BUILDING) * p * p;
    }

    /** Least squares; false where causes determine each other. */
    private boolean regress(double least) {
        int k = p - 1; // columns from 1 are the causes
        double[][] a = new double[k][k];
        double[] b = new double[k];
        for (int x = 0; x < k; x++) {
            b[x] = moments[x + 1][0];
            System.arraycopy(moments[x + 1], 1, a[x], 0, k);
        }
        work += workOfAStep();
        if (!RowCholesky.factor(a, k, PIVOT)) {
            return false;
        }
        double[] solved = b.clone();
        RowCholesky.solve(a, k, solved);
        double left = moments[0][0];
        for (int x = 0; x < k; x++) {
            left -= b[x] * solved[x];
            value[x + 1] = solved[x];
        }
        value[0] = Math.max(left, least);
        logLikelihood = evaluate();
        settled = true;
        return true;
    }

    private void climb(int steps, double[] least) {
        logLikelihood = evaluate();
        double[] g = new double[p];
        double[][] h = new double[p][p];
        double[][] damped = new double[p][p];
        double damping = FIRST_DAMPING;
        for (int step = 0; step < steps; step++) {
            information(g, h);
            hold(g, h, least);
            double[] before = value.clone();
            double reached = Double.NEGATIVE_INFINITY;
            boolean more = false; // is promised by a step that is not so damped
            while (!(reached > logLikelihood)) {
                double[] moved = step(g, h, damped, damping);
                boolean little = promise(g, moved) < SETTLED;
                if (little && damping > FIRST_DAMPING && !more) {
                    more = promise(g, step(g, h, damped, FIRST_DAMPING)) >= SETTLED;
                }
                if ((little && !more) || damping > MOST_DAMPING) {
                    System.arraycopy(before, 0, value, 0, p);
                    evaluate();
                    settled = true;
                    return;
                }
                put(before, moved, least);
                reached = evaluate();
                damping *= 10;
            }
            logLikelihood = reached;
            damping = Math.max(damping / 100, LEAST_DAMPING);
        }
    }

    /** Half of what the slope says of a step: the gain of an undamped one. */
    private static double promise(double[] g, double[] moved) {
        return dot(g, moved) / 2;
    }

    /** Holds own variances that are the least ones and would become smaller, so that the others are stepped alone. */
    private void hold(double[] g, double[][] h, double[] least) {
        for (int a = 0; a < p; a++) {
            if (kind[a] == OWN && g[a] < 0 && !(value[a] > least[equations.members[into[a]]])) {
                g[a] = 0;
                for (int b = 0; b < p; b++) {
                    h[Math.min(a, b)][Math.max(a, b)] = a == b ? h[a][a] : 0;
                }
            }
        }
    }

    /**
     * The damped step; 0 when there is none. Far from the largest likelihood the information need not be positive
     * definite without more damping.
     */
    private double[] step(double[] g, double[][] h, double[][] damped, double damping) {
        double more = damping;
        work += workOfAStep();
        damp(h, more, damped);
        while (!RowCholesky.factor(damped, p, PIVOT)) {
            if (more > MOST_DAMPING) {
                return new double[p];
            }
            damp(h, more, damped);
            more *= 10;
        }
        double[] moved = g.clone();
        RowCholesky.solve(damped, p, moved);
        return moved;
    }

    static void damp(double[][] h, double damping, double[][] damped) {
        for (int a = 0; a < h.length; a++) {
            System.arraycopy(h[a], a, damped[a], a, h.length - a);
            damped[a][a] *= 1 + damping;
        }
    }

    /** Steps of own variances are steps of their logarithms. */
    private void put(double[] before, double[] moved, double[] least) {
        for (int a = 0; a < p; a++) {
            if (kind[a] == OWN) {
                double own = before[a] * Math.exp(Math.max(-1, Math.min(1, moved[a])));
                value[a] = Math.max(own, least[equations.members[into[a]]]);
            } else {
                value[a] = before[a] + moved[a];
            }
        }
    }

    private double evaluate() {
        double logs = invertOmega();
        if (Double.isNaN(logs)) {
            return Double.NEGATIVE_INFINITY;
        }
        double[][] es = new double[size][]; // (I − B)ᵀ S
        for (int j = 0; j < size; j++) {
            es[j] = moments[j].clone();
        }
        for (int a = size; a < p && kind[a] == EDGE; a++) {
            add(es[into[a]], -value[a], moments[equations.column[a]]);
        }
        for (int j = 0; j < size; j++) {
            Arrays.fill(m[j], 0);
            for (int k = 0; k < size; k++) {
                if (w[j][k] != 0) {
                    add(m[j], w[j][k], es[k]);
                }
            }
            System.arraycopy(m[j], 0, wr[j], 0, size);
        }
        double trace = 0;
        for (int j = 0; j < size; j++) {
            for (int a = size; a < p && kind[a] == EDGE; a++) {
                wr[j][into[a]] -= value[a] * m[j][equations.column[a]]; // W R = M (I − B)
            }
            trace += wr[j][j];
        }
        return -n / 2 * (logs + trace);
    }

    static void add(double[] to, double times, double[] row) {
        for (int x = 0; x < row.length; x++) {
            to[x] += times * row[x];
        }
    }

    /** Writes W, and gives ln det Ω; not a number where Ω is not positive definite. */
    private double invertOmega() {
        for (double[] row : w) {
            Arrays.fill(row, 0);
        }
        for (int a = 0; a < p; a++) {
            if (kind[a] == OWN) {
                w[into[a]][into[a]] = value[a];
            } else if (kind[a] != EDGE) {
                loadings[kind[a]][into[a]] = value[a];
            }
        }
        for (double[] l : loadings) {
            for (int j = 0; j < size; j++) {
                for (int k = j; l[j] != 0 && k < size; k++) {
                    w[j][k] += l[j] * l[k];
                }
            }
        }
        if (!RowCholesky.factor(w, size, PIVOT)) {
            return Double.NaN;
        }
        double logs = 0;
        for (int j = 0; j < size; j++) {
            logs += 2 * Math.log(w[j][j]);
        }
        RowCholesky.invertFactor(w, size);
        RowCholesky.square(w, size);
        return logs;
    }

    /** The upper triangle of the information, and the gradient. */
    public void information(double[] g, double[][] h) {
        double[][] both = products();
        int edges = size;
        while (edges < p && kind[edges] == EDGE) {
            edges++;
        }
        for (int j = 0; j < size; j++) {
            double own = n * value[j];
            g[j] = own / 2 * (dot(wr[j], w[j]) - w[j][j]);
            for (int c = j; c < size; c++) {
                h[j][c] = own / 2 * value[c] * w[j][c] * w[j][c];
            }
            for (int c = size; c < edges; c++) {
                h[j][c] = own * w[j][into[c]] * m[j][equations.column[c]];
            }
            for (int c = edges; c < p; c++) {
                h[j][c] = own * w[j][into[c]] * wl[kind[c]][j];
            }
        }
        for (int a = size; a < p; a++) {
            int j = into[a];
            int x = equations.column[a];
            if (a < edges) {
                g[a] = n * m[j][x];
                for (int c = a; c < edges; c++) {
                    h[a][c] = n * w[j][into[c]] * moments[x][equations.column[c]];
                }
                for (int c = edges; c < p; c++) {
                    h[a][c] = n * (w[j][into[c]] * lm[kind[c]][x] + wl[kind[c]][j] * m[into[c]][x]);
                }
            } else {
                g[a] = n * (dot(wr[j], wl[kind[a]]) - wl[kind[a]][j]);
                for (int c = a; c < p; c++) {
                    h[a][c] = n * (w[j][into[c]] * both[kind[a]][kind[c]] + wl[kind[c]][j] * wl[kind[a]][into[c]]);
                }
            }
        }
        for (int a = 0; a < p; a++) {
            h[a][a] *= 1 + RIDGE;
        }
    }

    /** Writes W λ and λᵀ M; gives λᵀ W λ' of two hidden causes. */
    private double[][] products() {
        double[][] both = new double[equations.causes][equations.causes];
        for (int h = 0; h < equations.causes; h++) {
            Arrays.fill(wl[h], 0);
            Arrays.fill(lm[h], 0);
            for (int k = 0; k < size; k++) {
                if (loadings[h][k] != 0) {
                    add(wl[h], loadings[h][k], w[k]);
                    add(lm[h], loadings[h][k], m[k]);
                }
            }
            for (int k = 0; k < equations.causes; k++) {
                both[h][k] = dot(loadings[k], wl[h]);
            }
        }
        return both;
    }

    static double dot(double[] one, double[] other) {
        return RowCholesky.dot(one, other, 0, one.length);
    }
}
