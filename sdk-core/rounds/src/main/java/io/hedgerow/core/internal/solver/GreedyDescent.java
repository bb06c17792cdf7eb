// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import io.hedgerow.core.model.Diagonal;

/**
 * The state of one proximal greedy descent: B, its gradient G and the best score of every column; a step allocates no
 * memory.
 *
 * <p>A step changes one entry (i, j). Column j of the gradient changes by w·δ·S_i, and by ρ2·δ in entry i; no other
 * column changes. So a step costs two passes over column j and O(log d) instead of d·q work.
 *
 * <p>Where b_i = 0, which is nearly everywhere, the score √M_i·|prox(b_i − g_i/M_i; λ_i/M_i) − b_i| is (|g_i| −
 * λ_i)₊/√M_i: three arrays and no branch. It is computed everywhere, then corrected on the few entries that are not 0.
 */
final class GreedyDescent {

    /** In units of the last place: the gradient is updated and not computed anew, so an entry's last bits are noise. */
    private static final double RESOLUTION = 4;

    private final int d;
    private final int q;
    private final double[][] b;
    private final double[][] g;
    /** Rows of the non-zeros of each column, in no particular order. */
    private final int[][] support;

    private final int[] supportSize;
    private final int[] bestRow;
    private final WinnerTree columns;
    private final double[] score;
    private final double[] halfInverseRoot;
    private final double[] inverse;
    private final double[] threshold;
    private final double[] root;
    private final double[] still;
    private double[] l1 = new double[0];
    private boolean masked;

    GreedyDescent(int targets, int sliceLength) {
        this.d = targets;
        this.q = sliceLength;
        this.b = new double[d][q];
        this.g = new double[d][q];
        this.support = new int[d][q];
        this.supportSize = new int[d];
        this.bestRow = new int[d];
        this.columns = new WinnerTree(d);
        this.score = new double[q];
        this.halfInverseRoot = new double[q];
        this.inverse = new double[q];
        this.threshold = new double[q];
        this.root = new double[q];
        this.still = new double[q];
    }

    boolean fits(LinearSubproblem problem) {
        return problem.targets() == d && problem.sliceLength() == q;
    }

    /** Descends from the previous solution until the tolerance is met or K entries were changed. */
    Outcome run(LinearSubproblem problem, ProximalGreedySolver.Options options) {
        masked = options.diagonal() == Diagonal.MASKED;
        start(problem);
        double gamma = options.gamma();
        double w = problem.weight();
        int steps = 0;
        while (columns.bestValue() > options.tolerance() && steps < options.maxIterations()) {
            int j = columns.best();
            int i = bestRow[j];
            double old = b[j][i];
            double target = prox(old - gamma * inverse[i] * g[j][i], gamma * threshold[i]);
            double change = target - old;
            if (Math.abs(change) <= RESOLUTION * Math.ulp(old)) {
                // Rounding, and no other entry has a higher score: what follows would go round in circles.
                return new Outcome(steps, true);
            }
            set(j, i, target);
            g[j][i] += problem.rho2() * change;
            rescore(j, w * change, problem.row(i));
            columns.update(j, score[bestRow[j]]);
            steps++;
        }
        return new Outcome(steps, columns.bestValue() <= options.tolerance());
    }

    /** B, flat in the order of the layout. */
    double[] flat() {
        double[] flat = new double[d * q];
        for (int j = 0; j < d; j++) {
            System.arraycopy(b[j], 0, flat, j * q, q);
        }
        return flat;
    }

    record Outcome(int steps, boolean converged) {}

    private void start(LinearSubproblem problem) {
        l1 = problem.l1();
        double[] curvature = problem.curvature();
        for (int i = 0; i < q; i++) {
            inverse[i] = 1 / curvature[i];
            threshold[i] = l1[i] * inverse[i];
            root[i] = Math.sqrt(curvature[i]);
            halfInverseRoot[i] = 0.5 / root[i];
        }
        for (int j = 0; j < d; j++) {
            double[] column = b[j];
            problem.copyPrevious(j, column);
            if (masked) {
                column[j] = 0;
            }
            supportSize[j] = problem.gradient(j, column, g[j], support[j]);
            rescore(j, 0, still);
            columns.put(j, score[bestRow[j]]);
        }
        columns.rebuild();
    }

    private void set(int j, int i, double value) {
        if (b[j][i] == 0) {
            support[j][supportSize[j]++] = i;
        } else if (value == 0) {
            int[] rows = support[j];
            int at = 0;
            while (rows[at] != i) {
                at++;
            }
            rows[at] = rows[--supportSize[j]];
        }
        b[j][i] = value;
    }

    /** g_j += factor·row, then all scores of column j and the row of the highest. */
    private void rescore(int j, double factor, double[] row) {
        double[] gradient = g[j];
        moveAndScore(factor, row, gradient, l1, halfInverseRoot, score);
        double[] column = b[j];
        int[] rows = support[j];
        int size = supportSize[j];
        for (int k = 0; k < size; k++) {
            int i = rows[k];
            double z = column[i] - gradient[i] * inverse[i];
            score[i] = Math.abs(prox(z, threshold[i]) - column[i]) * root[i];
        }
        if (masked) {
            score[j] = 0;
        }
        bestRow[j] = firstMaximum(score);
    }

    /** Soft threshold: z minus z clamped to [−t, t]; exactly 0 inside. */
    static double prox(double z, double t) {
        return z - Math.max(-t, Math.min(t, z));
    }

    private static void moveAndScore(
            double factor, double[] row, double[] g, double[] l1, double[] halfInverseRoot, double[] score) {
        for (int i = 0; i < g.length; i++) {
            double gradient = g[i] + factor * row[i];
            g[i] = gradient;
            double excess = Math.abs(gradient) - l1[i];
            score[i] = (excess + Math.abs(excess)) * halfInverseRoot[i];
        }
    }

    /** Compares scores, at least 0, by their bits: moves without branches, where doubles take twice the time. */
    private static int firstMaximum(double[] score) {
        int n = score.length;
        long m0 = 0;
        long m1 = 0;
        long m2 = 0;
        long m3 = 0;
        int i = 0;
        for (; i + 4 <= n; i += 4) {
            m0 = Math.max(m0, Double.doubleToRawLongBits(score[i]));
            m1 = Math.max(m1, Double.doubleToRawLongBits(score[i + 1]));
            m2 = Math.max(m2, Double.doubleToRawLongBits(score[i + 2]));
            m3 = Math.max(m3, Double.doubleToRawLongBits(score[i + 3]));
        }
        for (; i < n; i++) {
            m0 = Math.max(m0, Double.doubleToRawLongBits(score[i]));
        }
        double best = Double.longBitsToDouble(Math.max(Math.max(m0, m1), Math.max(m2, m3)));
        for (i = 0; i < n; i++) {
            if (score[i] == best) {
                return i;
            }
        }
        return 0;
    }
}
