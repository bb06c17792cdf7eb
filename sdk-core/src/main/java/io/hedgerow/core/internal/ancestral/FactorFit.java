// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.internal.linalg.SmallCholesky;
import java.util.Arrays;

/**
 * The largest likelihood of a {@link FactorDiagram}, x = Bᵀ x + ε, Ω = Cov ε = D + Λ Λᵀ, by Fisher scoring with
 * Levenberg's damping from the diagram's coefficients, which it replaces. With W = Ω⁻¹, R = (I − B)ᵀ S (I − B) and M =
 * W (I − B)ᵀ S the gradient is n M for B, n (W R W − W) λ for a hidden cause and half of its diagonal for D, and the
 * information has n W_jk S_ab between coefficients, n / 2 tr(W dΩ W dΩ') between what changes Ω, and n (W dΩ M) between
 * both. Not thread-safe.
 */
final class FactorFit {

    /** Nats that a step must promise. */
    private static final double SETTLED = 0.02;
    /**
     * The least variance of a noise of its own, as a share of the variable's, or half of what all others leave of it.
     */
    private static final double LEAST_OWN = 1e-3;

    static final double PIVOT = 1e-12;
    private static final double FIRST_DAMPING = 1e-4;
    private static final double LEAST_DAMPING = 1e-7;
    private static final double MOST_DAMPING = 1e6;
    /** Added to the information's diagonal, for of a hidden cause of two only a product is known. */
    static final double RIDGE = 1e-6;

    static final int OWN = -1;
    static final int EDGE = -2;

    final FactorDiagram diagram;
    private final double[] s;
    final double n;
    private final int d;
    /** Of each parameter: {@link #OWN} of an own variance, {@link #EDGE} of an edge, otherwise the hidden cause. */
    final int[] kind;
    /** The variable whose equation it is in. */
    final int[] into;
    /** The cause of an edge. */
    final int[] from;

    /** How many they are. */
    final int p;

    private final double[] least;
    private final double[] w;
    private final double[] m;
    private final double[] wrw;
    /** Of each hidden cause W λ, and λᵀ M: [d]. */
    private double[][] wl = new double[0][];

    private double[][] lm = new double[0][];
    /** λ W λ' of two hidden causes. */
    private double[][] both = new double[0][];

    private double logLikelihood;

    FactorFit(FactorDiagram diagram, double[] s, double n, int steps) {
        this(diagram, s, n, SmallCholesky.conditionalVariances(s, diagram.variables, PIVOT), steps);
    }

    /** Takes also what all other variables leave of the variance of each. */
    FactorFit(FactorDiagram diagram, double[] s, double n, double[] left, int steps) {
        this.diagram = diagram;
        this.s = s;
        this.n = n;
        this.d = diagram.variables;
        int[] kinds = new int[d + d * d + d * diagram.children.size()];
        int[] intos = kinds.clone();
        int[] froms = kinds.clone();
        int at = 0;
        for (int j = 0; j < d; j++) {
            kinds[at] = OWN;
            intos[at++] = j;
            for (int i = 0; i < d; i++) {
                if (diagram.causes(i, j)) {
                    kinds[at] = EDGE;
                    froms[at] = i;
                    intos[at++] = j;
                }
            }
            for (int h = 0; h < diagram.children.size(); h++) {
                if (diagram.children.get(h)[j]) {
                    kinds[at] = h;
                    intos[at++] = j;
                }
            }
        }
        this.p = at;
        this.least = left.clone();
        this.kind = Arrays.copyOf(kinds, p);
        this.into = Arrays.copyOf(intos, p);
        this.from = Arrays.copyOf(froms, p);
        this.w = new double[d * d];
        this.m = new double[d * d];
        this.wrw = new double[d * d];
        for (int j = 0; j < d; j++) {
            least[j] = Math.min(LEAST_OWN * s[j * (d + 1)], least[j] / 2);
            diagram.own[j] = diagram.own[j] > 0 ? diagram.own[j] : s[j * (d + 1)] / 2;
        }
        climb(steps);
    }

    double logLikelihood() {
        return logLikelihood;
    }

    private void climb(int steps) {
        logLikelihood = evaluate();
        double damping = FIRST_DAMPING;
        for (int step = 0; step < steps; step++) {
            double[] g = new double[p];
            double[] h = information(g);
            double[] before = coefficients();
            double reached = Double.NEGATIVE_INFINITY;
            while (!(reached > logLikelihood)) {
                double[] moved = step(g, h, damping);
                if (moved.length == 0 || damping > MOST_DAMPING) {
                    put(before, new double[p]);
                    evaluate();
                    return;
                }
                put(before, moved);
                reached = evaluate();
                damping *= 10;
            }
            logLikelihood = reached;
            damping = Math.max(damping / 100, LEAST_DAMPING);
        }
    }

    /**
     * The damped step; empty when it promises too little. Far from the largest likelihood the information need not be
     * positive definite without more damping.
     */
    private double[] step(double[] g, double[] h, double damping) {
        double[] damped = damped(h, damping);
        for (double more = damping; !SmallCholesky.factor(damped, p, PIVOT); damped = damped(h, more)) {
            if (more > MOST_DAMPING) {
                return new double[0];
            }
            more *= 10;
        }
        double[] moved = g.clone();
        SmallCholesky.solve(damped, p, moved);
        double promised = 0;
        for (int a = 0; a < p; a++) {
            promised += g[a] * moved[a] / 2;
        }
        return promised < SETTLED ? new double[0] : moved;
    }

    double[] damped(double[] h, double damping) {
        double[] damped = h.clone();
        for (int a = 0; a < p; a++) {
            damped[a * p + a] *= 1 + damping;
        }
        return damped;
    }

    private double[] coefficients() {
        double[] at = new double[p];
        for (int a = 0; a < p; a++) {
            at[a] = kind[a] == OWN ? Math.log(diagram.own[into[a]]) : coefficient(a);
        }
        return at;
    }

    double coefficient(int a) {
        return kind[a] == EDGE
                ? diagram.weights[from[a] * d + into[a]]
                : diagram.loadings.get(kind[a])[into[a]];
    }

    private void put(double[] before, double[] moved) {
        for (int a = 0; a < p; a++) {
            if (kind[a] == OWN) {
                double log = before[a] + Math.max(-1, Math.min(1, moved[a]));
                diagram.own[into[a]] = Math.max(Math.exp(log), least[into[a]]);
            } else if (kind[a] == EDGE) {
                diagram.weights[from[a] * d + into[a]] = before[a] + moved[a];
            } else {
                diagram.loadings.get(kind[a])[into[a]] = before[a] + moved[a];
            }
        }
    }

    private double evaluate() {
        double[] omega = new double[d * d];
        for (int j = 0; j < d; j++) {
            omega[j * d + j] = diagram.own[j];
            for (double[] l : diagram.loadings) {
                for (int k = 0; l[j] != 0 && k < d; k++) {
                    omega[j * d + k] += l[j] * l[k];
                }
            }
        }
        if (!SmallCholesky.factor(omega, d, PIVOT)) {
            return Double.NEGATIVE_INFINITY;
        }
        double logs = 0;
        for (int c = 0; c < d; c++) {
            logs += 2 * Math.log(omega[c * d + c]);
        }
        SmallCholesky.invert(omega, d, w);
        double[] es = s.clone(); // (I − B)ᵀ S
        for (int a = 0; a < p; a++) {
            if (kind[a] == EDGE) {
                double weight = diagram.weights[from[a] * d + into[a]];
                for (int x = 0; x < d; x++) {
                    es[into[a] * d + x] -= weight * s[from[a] * d + x];
                }
            }
        }
        multiply(w, es, m);
        double[] wr = m.clone(); // W R = M (I − B)
        for (int a = 0; a < p; a++) {
            if (kind[a] == EDGE) {
                double weight = diagram.weights[from[a] * d + into[a]];
                for (int x = 0; x < d; x++) {
                    wr[x * d + into[a]] -= weight * m[x * d + from[a]];
                }
            }
        }
        double trace = 0;
        for (int j = 0; j < d; j++) {
            trace += wr[j * d + j];
        }
        multiply(wr, w, wrw);
        return -n / 2 * (logs + trace);
    }

    private void multiply(double[] left, double[] right, double[] product) {
        Arrays.fill(product, 0);
        for (int i = 0; i < d; i++) {
            for (int k = 0; k < d; k++) {
                double x = left[i * d + k];
                for (int j = 0; x != 0 && j < d; j++) {
                    product[i * d + j] += x * right[k * d + j];
                }
            }
        }
    }

    /** Prepares {@link #between}. */
    private void factors() {
        int f = diagram.loadings.size();
        wl = new double[f][d];
        lm = new double[f][d];
        both = new double[f][f];
        for (int h = 0; h < f; h++) {
            double[] l = diagram.loadings.get(h);
            for (int k = 0; k < d; k++) {
                for (int j = 0; l[k] != 0 && j < d; j++) {
                    wl[h][j] += w[k * d + j] * l[k];
                    lm[h][j] += l[k] * m[k * d + j];
                }
            }
            for (int k = 0; k < f; k++) {
                for (int j = 0; j < d; j++) {
                    both[h][k] += diagram.loadings.get(k)[j] * wl[h][j];
                }
            }
        }
    }

    /** The gradient of a parameter at the present coefficients. */
    double gradient(int k, int x, int j) {
        if (k == EDGE) {
            return n * m[j * d + x];
        }
        if (k == OWN) {
            return n / 2 * diagram.own[j] * (wrw[j * d + j] - w[j * d + j]);
        }
        double sum = 0;
        for (int y = 0; y < d; y++) {
            sum += (wrw[j * d + y] - w[j * d + y]) * diagram.loadings.get(k)[y];
        }
        return n * sum;
    }

    /** The information between two parameters, each of a kind, a cause and the variable of its equation. */
    double between(int k, int x, int j, int k2, int x2, int j2) {
        if (k == EDGE && k2 == EDGE) {
            return n * w[j * d + j2] * s[x * d + x2];
        }
        if (k == EDGE) {
            double value = k2 == OWN
                    ? diagram.own[j2] * w[j * d + j2] * m[j2 * d + x]
                    : w[j * d + j2] * lm[k2][x] + wl[k2][j] * m[j2 * d + x];
            return n * value;
        }
        if (k2 == EDGE || (k2 == OWN && k != OWN)) {
            return between(k2, x2, j2, k, x, j);
        }
        if (k == OWN && k2 == OWN) {
            double v = w[j * d + j2];
            return n / 2 * diagram.own[j] * diagram.own[j2] * v * v;
        }
        if (k == OWN) {
            return n * diagram.own[j] * w[j * d + j2] * wl[k2][j];
        }
        return n * (w[j * d + j2] * both[k][k2] + wl[k2][j] * wl[k][j2]);
    }

    double[] information(double[] g) {
        factors();
        double[] h = new double[p * p];
        for (int a = 0; a < p; a++) {
            g[a] = gradient(kind[a], from[a], into[a]);
            for (int c = 0; c <= a; c++) {
                h[a * p + c] = between(kind[a], from[a], into[a], kind[c], from[c], into[c]);
                h[c * p + a] = h[a * p + c];
            }
            h[a * p + a] *= 1 + RIDGE;
        }
        return h;
    }

    /**
     * The expected moments of the variables and then the hidden causes, [d + f, d + f], given S: with K = Λᵀ W (I − B)ᵀ
     * of E(h | x) = K x, S Kᵀ beside S, and I − Λᵀ W Λ + K S Kᵀ.
     */
    double[] expected() {
        factors();
        int f = lm.length;
        int all = d + f;
        double[] joint = new double[all * all];
        for (int i = 0; i < d; i++) {
            System.arraycopy(s, i * d, joint, i * all, d);
        }
        for (int h = 0; h < f; h++) {
            double[] k = wl[h].clone(); // times (I − B)ᵀ
            for (int a = 0; a < p; a++) {
                if (kind[a] == EDGE) {
                    k[from[a]] -= wl[h][into[a]] * diagram.weights[from[a] * d + into[a]];
                }
            }
            for (int i = 0; i < d; i++) {
                joint[(d + h) * all + i] = lm[h][i]; // λᵀ M = K S
                joint[i * all + d + h] = lm[h][i];
            }
            for (int g = 0; g < f; g++) {
                double sum = (g == h ? 1 : 0) - both[h][g];
                for (int i = 0; i < d; i++) {
                    sum += k[i] * lm[g][i];
                }
                joint[(d + h) * all + d + g] = sum;
            }
        }
        return joint;
    }
}
