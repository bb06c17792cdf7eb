// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

import io.hedgerow.core.internal.linalg.SmallCholesky;
import java.util.Arrays;

/**
 * One column of a linear site problem solved to a KKT tolerance by coordinate descent on a growing active set.
 *
 * <p>Outer step: take the gradient of all entries; the entries that are not 0 or violate the conditions form the active
 * set; stop when none violates them. On the active set alone follow a few cyclic sweeps of exact coordinate steps,
 * which settle the signs, and one jump: with the signs held, the objective is a quadratic, and the jump goes towards
 * its minimum until the first entry reaches 0. Once the signs are right one jump is exact, where sweeps alone need
 * hundreds on correlated variables.
 *
 * <p>Sweeps and jumps never raise the objective and ρ2 &gt; 0 makes it strongly convex, so the sweeps alone converge
 * linearly. Workspace of one solver; not thread-safe.
 */
final class LassoColumn {

    /** Sweeps between two jumps. */
    private static final int SWEEPS = 3;

    private final LinearSubproblem problem;
    private final int q;
    private final double[] gradient;
    private final int[] active;
    private final int[] nonZeros;
    private double[][] sub = new double[0][];
    private double[] subGradient = new double[0];
    private double[] system = new double[0];
    private double[] right = new double[0];
    private int[] moved = new int[0];
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
        while (true) {
            problem.gradient(j, b, gradient, nonZeros);
            int size = 0;
            double worst = 0;
            for (int i = 0; i < q; i++) {
                if (i == excluded) {
                    continue;
                }
                double violation = violation(b[i], gradient[i], problem.l1()[i]);
                worst = Math.max(worst, violation);
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
            gather(size);
            for (int k = 0; k < SWEEPS && sweeps < maxSweeps; k++) {
                sweep(b, size);
            }
            jump(b, size);
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

    private void sweep(double[] b, int size) {
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
            }
        }
        sweeps++;
    }

    /**
     * Solves (wS + ρ2)Δ = −(g + λ·sign b) on the non-zeros and moves b by tΔ, with the largest t ≤ 1 at which no entry
     * has changed its sign.
     */
    private void jump(double[] b, int size) {
        int k = 0;
        for (int u = 0; u < size; u++) {
            int i = active[u];
            if (b[i] != 0) {
                for (int v = 0; v < k; v++) {
                    system[k * size + v] = problem.weight() * sub[u][moved[v]];
                }
                system[k * size + k] = problem.curvature()[i];
                right[k] = -(subGradient[u] + Math.copySign(problem.l1()[i], b[i]));
                moved[k++] = u;
            }
        }
        for (int u = 1; u < k && k < size; u++) {
            System.arraycopy(system, u * size, system, u * k, u + 1);
        }
        if (!SmallCholesky.factor(system, k, 0)) {
            // Singular to working precision: leave it to the sweeps.
            return;
        }
        SmallCholesky.solve(system, k, right);
        double t = 1;
        int first = -1;
        for (int v = 0; v < k; v++) {
            double old = b[active[moved[v]]];
            double reach = -old / right[v];
            if (reach > 0 && reach < t) {
                t = reach;
                first = v;
            }
        }
        for (int v = 0; v < k; v++) {
            b[active[moved[v]]] += t * right[v];
        }
        if (first >= 0) {
            b[active[moved[first]]] = 0;
        }
    }

    /** Copies S and the gradient on the active set, so that the sweeps read short contiguous rows. */
    private void gather(int size) {
        if (sub.length < size) {
            int room = Math.min(q, 2 * size);
            sub = new double[room][room];
            subGradient = new double[room];
            system = new double[room * room];
            right = new double[room];
            moved = new int[room];
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
