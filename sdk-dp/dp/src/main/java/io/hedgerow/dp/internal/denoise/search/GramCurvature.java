// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import io.hedgerow.dp.internal.denoise.GramTarget;

/**
 * Gradient and Gauss–Newton matrix of a {@link GramFit}, also with respect to edges that are not in the graph.
 *
 * <p>Symbols: as there, with P = BKBᵀ, R = ΣKΣ, T = BKΣ. Since ∂Σ/∂W_ij = b c ᵀ + c bᵀ with b = Bᵀe_j and c = Σe_i, the
 * second derivatives of the quadratic part are 2 (P_jl R_ik + T_jk T_li) for W_ij and W_kl, 2 ω_l P_lj T_li for W_ij
 * and θ_l, and ω_j ω_l P_jl² for θ_j and θ_l.
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
    private final double inverse;

    GramCurvature(GramFit fit) {
        this.graph = fit.graph();
        this.d = graph.variables();
        this.edges = graph.size();
        this.omega = new double[d];
        for (int j = 0; j < d; j++) {
            omega[j] = fit.omega(j);
        }
        double[] g = GramTarget.symmetricProduct(d, fit.target().precision(), fit.moment().misfit);
        double[] bgb = graph.timesFromLeft(GramTarget.transpose(d, graph.timesFromLeft(g)));
        this.x = graph.timesFromRight(timesOmega(bgb));
        this.p = graph.timesFromLeft(GramTarget.transpose(d, fit.moment().causes));
        this.t = graph.timesFromLeft(GramTarget.transpose(d, fit.moment().implied));
        // ΣKΣ = Bᵀ diag(ω) (BKΣ), transposed so that B stands on the right
        this.r = graph.timesFromRight(timesOmega(GramTarget.transpose(d, t)));
        this.gradient = new double[edges + d];
        this.inverse = 1 / (fit.target().spread() * fit.target().spread());
        double[] deviations = fit.deviations();
        for (int edge = 0; edge < edges; edge++) {
            gradient[edge] = gradient(graph.from(edge), graph.to(edge));
        }
        for (int j = 0; j < d; j++) {
            gradient[edges + j] = -omega[j] * bgb[j * (d + 1)] + deviations[j] * inverse;
        }
    }

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

    /** The second derivatives of W_ij and all parameters from one on: edges, then logarithms of noise variances. */
    private double[] row(int i, int j, int first) {
        double[] row = new double[edges + d];
        for (int edge = first; edge < edges; edge++) {
            int k = graph.from(edge);
            int l = graph.to(edge);
            row[edge] = 2 * (p[j * d + l] * r[i * d + k] + t[j * d + k] * t[l * d + i]);
        }
        for (int l = 0; l < d; l++) {
            row[edges + l] = 2 * omega[l] * p[l * d + j] * t[l * d + i];
        }
        return row;
    }

    private double[][] matrix() {
        double[][] matrix = new double[edges + d][];
        for (int edge = 0; edge < edges; edge++) {
            matrix[edge] = row(graph.from(edge), graph.to(edge), edge);
        }
        for (int j = 0; j < d; j++) {
            double[] row = new double[edges + d];
            for (int l = j; l < d; l++) {
                double entry = p[j * d + l];
                row[edges + l] = omega[j] * omega[l] * entry * entry - inverse / d + (j == l ? inverse : 0);
            }
            matrix[edges + j] = row;
        }
        return matrix;
    }

    /** The damped Gauss–Newton step, to be subtracted. */
    double[] step(double damping) {
        GramFactor factor = new GramFactor(matrix(), damping);
        return factor.backward(factor.forward(gradient.clone(), 0));
    }
}
