// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver;

/**
 * The state of a run of {@link FrankWolfeSolver}. The gradient is affine in B, so it moves along with B: G((1 − η)B +
 * ηV) = (1 − η)G(B) + η·G(V), and G(V) = G(0) plus one row of S in one column.
 */
final class FrankWolfeDescent {

    private final LinearSubproblem problem;
    private final boolean masked;
    private final int d;
    private final int q;
    private final double[][] b;
    private final double[][] g;
    private final double[][] gradientAtZero;
    private final double radius;
    /** Column and row of the vertex V, its entry and t_V; V = 0 when the entry is 0. */
    private int vertexColumn;

    private int vertexRow;
    private double vertexEntry;
    private double vertexNorm;
    private double gap;

    FrankWolfeDescent(LinearSubproblem problem, boolean masked) {
        this.problem = problem;
        this.masked = masked;
        this.d = problem.targets();
        this.q = problem.sliceLength();
        for (int i = 0; i < q; i++) {
            if (!(problem.l1()[i] > 0)) {
                throw new IllegalArgumentException(
                        "Frank-Wolfe needs lambda times the l1 weight of every parameter to be" + " > 0, was "
                                + problem.l1()[i] + " for parameter " + i + " of a slice");
            }
        }
        this.b = new double[d][q];
        this.g = new double[d][q];
        this.gradientAtZero = new double[d][q];
        int[] nonZeros = new int[q];
        double bound = 0;
        for (int j = 0; j < d; j++) {
            problem.gradient(j, b[j], gradientAtZero[j], nonZeros);
            problem.copyPrevious(j, b[j]);
            if (masked) {
                b[j][j] = 0;
            }
            problem.gradient(j, b[j], g[j], nonZeros);
            bound += problem.objective(j, b[j]) + problem.squaredDual(j) / (2 * problem.rho2());
        }
        this.radius = bound;
        findVertex();
    }

    double gap() {
        return gap;
    }

    /** Moves to the minimum on the segment from B to the vertex. */
    void step() {
        double curvature = curvatureTowardsVertex();
        double eta = curvature > 0 ? Math.min(1, gap / curvature) : 1;
        double keep = 1 - eta;
        for (int j = 0; j < d; j++) {
            combine(keep, b[j], 0, b[j]);
            combine(keep, g[j], eta, gradientAtZero[j]);
        }
        if (vertexEntry != 0) {
            double added = eta * vertexEntry;
            b[vertexColumn][vertexRow] += added;
            combine(1, g[vertexColumn], problem.weight() * added, problem.row(vertexRow));
            g[vertexColumn][vertexRow] += problem.rho2() * added;
        }
        findVertex();
    }

    double[] flat() {
        double[] flat = new double[d * q];
        for (int j = 0; j < d; j++) {
            System.arraycopy(b[j], 0, flat, j * q, q);
        }
        return flat;
    }

    private static void combine(double keep, double[] target, double factor, double[] other) {
        for (int i = 0; i < target.length; i++) {
            target[i] = keep * target[i] + factor * other[i];
        }
    }

    private void findVertex() {
        double largest = 0;
        double inner = 0;
        double norm = 0;
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < q; i++) {
                if (masked && i == j) {
                    continue;
                }
                double l1 = problem.l1()[i];
                double ratio = Math.abs(g[j][i]) / l1;
                inner += g[j][i] * b[j][i];
                norm += l1 * Math.abs(b[j][i]);
                if (ratio > largest) {
                    largest = ratio;
                    vertexColumn = j;
                    vertexRow = i;
                }
            }
        }
        // On the ray through the steepest entry the linear model is R·(1 − ratio): below 0 only when ratio > 1.
        if (largest > 1) {
            vertexEntry = -Math.copySign(radius / problem.l1()[vertexRow], g[vertexColumn][vertexRow]);
            vertexNorm = radius;
        } else {
            vertexEntry = 0;
            vertexNorm = 0;
        }
        double atVertex = vertexEntry == 0 ? 0 : g[vertexColumn][vertexRow] * vertexEntry;
        gap = inner - atVertex + norm - vertexNorm;
    }

    /** ⟨D, (wS + ρ2)D⟩ for D = V − B, from G(V) − G(B) = (wS + ρ2)D, without forming V. */
    private double curvatureTowardsVertex() {
        double total = 0;
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < q; i++) {
                total += b[j][i] * (g[j][i] - gradientAtZero[j][i]);
            }
        }
        if (vertexEntry == 0) {
            return total;
        }
        double cross = g[vertexColumn][vertexRow] - gradientAtZero[vertexColumn][vertexRow];
        return total + vertexEntry * (vertexEntry * problem.curvature()[vertexRow] - 2 * cross);
    }
}
