package io.hedgerow.dp.solver;

/**
 * Gradient and Gauss–Newton matrix of a {@link GramFit}, also with respect to edges that are not in the graph.
 *
 * <p>Symbols: as there, with P = BKBᵀ, R = ΣKΣ, T = BKΣ. Since ∂Σ/∂W_ij = b c ᵀ + c bᵀ with b = Bᵀe_j and c = Σe_i, the
 * second derivatives of the quadratic part are 2 (P_jl R_ik + T_jk T_li) for W_ij and W_kl, 2 ω_l P_lj T_li for W_ij and
 * θ_l, and ω_j ω_l P_jl² for θ_j and θ_l.
 */
final class GramCurvature {

    private final GramGraph graph;
    private final int d;
    private final int edges;
    private final double[] x;
    private final double[] p;
    private final double[] r;
    private final double[] t;
    private final double[] omega;
    private final double[] gradient;
    private final double[][] matrix;
    private double[][] factor = new double[0][];

    GramCurvature(GramFit fit) {
        this.graph = fit.graph();
        this.d = graph.variables();
        this.edges = graph.size();
        this.omega = new double[d];
        for (int j = 0; j < d; j++) {
            omega[j] = fit.omega(j);
        }
        double[] g = GramTarget.product(d, fit.weighted(), fit.target().precision());
        double[] bgb = graph.timesFromLeft(GramTarget.transpose(d, graph.timesFromLeft(g)));
        this.x = graph.timesFromRight(timesOmega(bgb));
        this.p = graph.timesFromLeft(GramTarget.transpose(d, fit.precisionByCause()));
        this.t = graph.timesFromLeft(fit.explained());
        // ΣKΣ = Bᵀ diag(ω) (BKΣ), transposed so that B stands on the right
        this.r = graph.timesFromRight(timesOmega(GramTarget.transpose(d, t)));
        this.gradient = new double[edges + d];
        double inverse = 1 / (fit.target().spread() * fit.target().spread());
        double[] deviations = fit.deviations();
        for (int edge = 0; edge < edges; edge++) {
            gradient[edge] = gradient(graph.from(edge), graph.to(edge));
        }
        for (int j = 0; j < d; j++) {
            gradient[edges + j] = -omega[j] * bgb[j * (d + 1)] + deviations[j] * inverse;
        }
        this.matrix = new double[edges + d][];
        for (int edge = 0; edge < edges; edge++) {
            matrix[edge] = new double[edge + 1];
            row(graph.from(edge), graph.to(edge), edge + 1, matrix[edge]);
        }
        for (int j = 0; j < d; j++) {
            double[] row = new double[edges + j + 1];
            matrix[edges + j] = row;
            for (int edge = 0; edge < edges; edge++) {
                row[edge] = 2 * omega[j] * p[j * d + graph.to(edge)] * t[j * d + graph.from(edge)];
            }
            for (int l = 0; l <= j; l++) {
                double entry = p[j * d + l];
                row[edges + l] = omega[j] * omega[l] * entry * entry - inverse / d + (j == l ? inverse : 0);
            }
        }
    }

    /** A diag(ω). */
    private double[] timesOmega(double[] a) {
        double[] scaled = new double[d * d];
        for (int k = 0; k < scaled.length; k++) {
            scaled[k] = a[k] * omega[k % d];
        }
        return scaled;
    }

    /** ∂Q/∂W_ij, of an edge in the graph or not. */
    double gradient(int i, int j) {
        return -2 * x[j * d + i];
    }

    /** ∂²Q/∂W_ij². */
    double own(int i, int j) {
        return 2 * (p[j * (d + 1)] * r[i * (d + 1)] + t[j * d + i] * t[j * d + i]);
    }

    /** Second derivatives of W_ij and the first {@code count} edges. */
    private void row(int i, int j, int count, double[] row) {
        for (int edge = 0; edge < count; edge++) {
            int k = graph.from(edge);
            int l = graph.to(edge);
            row[edge] = 2 * (p[j * d + l] * r[i * d + k] + t[j * d + k] * t[l * d + i]);
        }
    }

    /** Cholesky factor of the matrix, its diagonal raised by a share. */
    void factor(double damping) {
        int n = matrix.length;
        factor = new double[n][];
        for (int i = 0; i < n; i++) {
            double[] row = matrix[i].clone();
            factor[i] = row;
            for (int j = 0; j < i; j++) {
                row[j] = (row[j] - dot(row, factor[j], j)) / factor[j][j];
            }
            double pivot = row[i] * (1 + damping) - dot(row, row, i);
            // Parameters that the matrix does not tell apart: a tiny pivot would make a huge step, a floor makes none.
            row[i] = Math.sqrt(Math.max(pivot, 1e-12 * Math.abs(row[i]) + Double.MIN_NORMAL));
        }
    }

    private static double dot(double[] a, double[] b, int count) {
        double even = 0;
        double odd = 0;
        int k = 0;
        for (; k + 1 < count; k += 2) {
            even += a[k] * b[k];
            odd += a[k + 1] * b[k + 1];
        }
        return k < count ? even + odd + a[k] * b[k] : even + odd;
    }

    /** The damped Gauss–Newton step, to be subtracted. */
    double[] step(double damping) {
        factor(damping);
        double[] step = forward(gradient.clone());
        for (int i = step.length - 1; i >= 0; i--) {
            step[i] /= factor[i][i];
            for (int k = 0; k < i; k++) {
                step[k] -= factor[i][k] * step[i];
            }
        }
        return step;
    }

    private double[] forward(double[] b) {
        for (int i = 0; i < b.length; i++) {
            b[i] = (b[i] - dot(factor[i], b, i)) / factor[i][i];
        }
        return b;
    }

    /** By how much Q would fall if i → j were added and all refitted, to second order. Needs a factor. */
    double gainOfAdding(int i, int j) {
        double[] cross = new double[edges + d];
        row(i, j, edges, cross);
        for (int l = 0; l < d; l++) {
            cross[edges + l] = 2 * omega[l] * p[l * d + j] * t[l * d + i];
        }
        forward(cross);
        double alone = own(i, j);
        double left = Math.max(alone - dot(cross, cross, cross.length), 1e-3 * alone);
        double slope = gradient(i, j);
        return 0.5 * slope * slope / left;
    }

    /** By how much Q would rise if each edge were dropped and all refitted, to second order. Needs a factor. */
    double[] lossOfDropping() {
        int n = factor.length;
        double[] loss = new double[edges];
        for (int edge = 0; edge < edges; edge++) {
            double[] column = new double[n];
            double variance = 0;
            for (int i = edge; i < n; i++) {
                double sum = i == edge ? 1 : 0;
                for (int k = edge; k < i; k++) {
                    sum -= factor[i][k] * column[k];
                }
                column[i] = sum / factor[i][i];
                variance += column[i] * column[i];
            }
            loss[edge] = 0.5 * graph.weight(edge) * graph.weight(edge) / variance;
        }
        return loss;
    }
}
