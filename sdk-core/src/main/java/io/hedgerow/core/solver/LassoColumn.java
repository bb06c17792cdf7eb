package io.hedgerow.core.solver;

import java.util.Arrays;

/**
 * One column of a linear site problem solved to a KKT tolerance by cyclic coordinate descent on a growing active set.
 *
 * <p>Outer loop: take the gradient of all entries; the entries that are not 0 or violate the conditions form the active
 * set; stop when none violates them. Inner loop: cyclic exact coordinate steps on the active set alone, a² operations a
 * sweep for a active entries. With ρ2 &gt; 0 the problem is strongly convex, so the sweeps converge linearly and the
 * objective falls strictly from one outer step to the next: no set with the same signs comes back. Workspace of one
 * solver; not thread-safe.
 */
final class LassoColumn {

    private final LinearSubproblem problem;
    private final int q;
    private final double[] gradient;
    private final int[] active;
    private final int[] nonZeros;
    private double[][] sub = new double[0][];
    private double[] subGradient = new double[0];
    private int sweeps;

    LassoColumn(LinearSubproblem problem) {
        this.problem = problem;
        this.q = problem.sliceLength();
        this.gradient = new double[q];
        this.active = new int[q];
        this.nonZeros = new int[q];
    }

    /** Sweeps of the last call. */
    int sweeps() {
        return sweeps;
    }

    /**
     * Minimises column j.
     *
     * @param b starting point, replaced by the solution
     * @param excluded an entry held at 0, or -1
     * @param tolerance largest violation allowed, relative to the largest |gradient| at b = 0
     * @return whether the tolerance was met
     */
    boolean solve(int j, double[] b, int excluded, double tolerance, int maxSweeps) {
        sweeps = 0;
        double allowed = tolerance * scale(j);
        double inner = allowed;
        while (true) {
            problem.gradient(j, b, gradient, nonZeros);
            int size = 0;
            double worst = 0;
            double worstActive = 0;
            for (int i = 0; i < q; i++) {
                if (i == excluded) {
                    continue;
                }
                double violation = violation(b[i], gradient[i], problem.l1()[i]);
                worst = Math.max(worst, violation);
                if (b[i] != 0) {
                    worstActive = Math.max(worstActive, violation);
                }
                if (b[i] != 0 || violation > allowed) {
                    active[size++] = i;
                }
            }
            if (!(worst > allowed)) {
                return true;
            }
            if (sweeps >= maxSweeps) {
                return false;
            }
            // The sweeps stop on the size of their own steps, which bounds the violation only up to a factor.
            inner = worstActive > allowed && sweeps > 0 ? 0.25 * inner : inner;
            sweepActive(b, size, 0.25 * inner, maxSweeps);
        }
    }

    /** Distance of −g from the subdifferential of l1·|b|. */
    static double violation(double b, double g, double l1) {
        if (b == 0) {
            return Math.max(Math.abs(g) - l1, 0);
        }
        return Math.abs(g + Math.copySign(l1, b));
    }

    private double scale(int j) {
        problem.gradient(j, new double[q], gradient, nonZeros);
        double largest = Double.MIN_NORMAL;
        for (double entry : gradient) {
            largest = Math.max(largest, Math.abs(entry));
        }
        return largest;
    }

    private void sweepActive(double[] b, int size, double smallestStep, int maxSweeps) {
        gather(size);
        double largest;
        do {
            largest = 0;
            for (int u = 0; u < size; u++) {
                int i = active[u];
                double curvature = problem.curvature()[i];
                double old = b[i];
                double target = GreedyDescent.prox(old - subGradient[u] / curvature, problem.l1()[i] / curvature);
                double change = target - old;
                if (change != 0) {
                    b[i] = target;
                    move(subGradient, problem.weight() * change, sub[u], size);
                    subGradient[u] += problem.rho2() * change;
                    largest = Math.max(largest, curvature * Math.abs(change));
                }
            }
            sweeps++;
        } while (largest > smallestStep && sweeps < maxSweeps);
    }

    /** Copies S and the gradient on the active set, so that the sweeps read short contiguous rows. */
    private void gather(int size) {
        if (sub.length < size) {
            int room = Math.min(q, 2 * size);
            sub = new double[room][room];
            subGradient = new double[room];
        }
        Arrays.fill(subGradient, 0);
        for (int u = 0; u < size; u++) {
            double[] row = problem.row(active[u]);
            for (int v = 0; v < size; v++) {
                sub[u][v] = row[active[v]];
            }
            subGradient[u] = gradient[active[u]];
        }
    }

    private static void move(double[] g, double factor, double[] row, int size) {
        for (int i = 0; i < size; i++) {
            g[i] += factor * row[i];
        }
    }
}
