package io.hedgerow.core.solver;

import io.hedgerow.core.model.Diagonal;

/**
 * The state of one proximal greedy descent: B, its gradient G and the best score of every column. Reused between
 * rounds, so that a step allocates nothing.
 *
 * <p>A step changes one entry (i, j). Column j of the gradient changes by w·δ·S_i, and by ρ2·δ in entry i; no other
 * column changes. So one pass over column j updates its gradient and its scores: 2 + O(log d) passes of length q
 * instead of d·q work.
 */
final class GreedyDescent {

    private final int d;
    private final int q;
    private final double[][] b;
    private final double[][] g;
    private final int[] bestRow;
    private final WinnerTree columns;
    private final double[] score;
    private final double[] inverse;
    private final double[] threshold;
    private final double[] root;
    private final double[] still;

    GreedyDescent(int targets, int sliceLength) {
        this.d = targets;
        this.q = sliceLength;
        this.b = new double[d][q];
        this.g = new double[d][q];
        this.bestRow = new int[d];
        this.columns = new WinnerTree(d);
        this.score = new double[q];
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
        boolean masked = options.diagonal() == Diagonal.MASKED;
        start(problem, masked);
        double gamma = options.gamma();
        double w = problem.weight();
        int steps = 0;
        while (columns.bestValue() > options.tolerance() && steps < options.maxIterations()) {
            int j = columns.best();
            int i = bestRow[j];
            double[] column = b[j];
            double old = column[i];
            double target = prox(old - gamma * inverse[i] * g[j][i], gamma * threshold[i]);
            double change = target - old;
            if (change == 0) {
                // The step is below the resolution of the entry: nothing would change any more.
                return new Outcome(steps, true);
            }
            column[i] = target;
            g[j][i] += problem.rho2() * change;
            rescore(j, w * change, problem.row(i), masked);
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

    private void start(LinearSubproblem problem, boolean masked) {
        for (int i = 0; i < q; i++) {
            double curvature = problem.curvature()[i];
            inverse[i] = 1 / curvature;
            threshold[i] = problem.l1()[i] * inverse[i];
            root[i] = Math.sqrt(curvature);
        }
        for (int j = 0; j < d; j++) {
            problem.copyPrevious(j, b[j]);
            if (masked) {
                b[j][j] = 0;
            }
            problem.gradient(j, b[j], g[j]);
            rescore(j, 0, still, masked);
            columns.put(j, score[bestRow[j]]);
        }
        columns.rebuild();
    }

    private void rescore(int j, double factor, double[] row, boolean masked) {
        moveAndScore(factor, row, g[j], b[j], inverse, threshold, root, score);
        if (masked) {
            score[j] = 0;
        }
        bestRow[j] = firstMaximum(score);
    }

    static double prox(double z, double t) {
        return z - Math.max(-t, Math.min(t, z));
    }

    /**
     * g += factor·row, and scores S_i = √M_i |prox(b_i − g_i / M_i; λ_i / M_i) − b_i|. Straight-line code: the soft
     * threshold is z minus z clamped to [−t, t], exactly 0 inside.
     */
    private static void moveAndScore(
            double factor,
            double[] row,
            double[] g,
            double[] b,
            double[] inverse,
            double[] threshold,
            double[] root,
            double[] score) {
        for (int i = 0; i < g.length; i++) {
            double gradient = g[i] + factor * row[i];
            g[i] = gradient;
            double z = b[i] - gradient * inverse[i];
            double t = threshold[i];
            score[i] = Math.abs(z - Math.max(-t, Math.min(t, z)) - b[i]) * root[i];
        }
    }

    private static int firstMaximum(double[] score) {
        double best = score[0];
        for (int i = 1; i < score.length; i++) {
            best = Math.max(best, score[i]);
        }
        for (int i = 0; i < score.length; i++) {
            if (score[i] == best) {
                return i;
            }
        }
        return 0;
    }
}
