// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import java.util.Arrays;

/**
 * Gradient and Gauss–Newton matrix of a {@link GramFit} for a few parameters: the entries of {@link GramCurvature} that
 * they need, each from the rows of its own variables, and so without a product of whole matrices.
 *
 * <p>Symbols: as there. With b_j row j of B, an entry is P_jl = (BK)_j b_l, R_ik = (ΣK)_i Σ_k, T_jk = b_j (ΣK)_k, and
 * (BGΣ)_ji = y_j (ΣK)_i with y_j = ΔK b_j. A row is computed when it is first asked for: O(d + edges), y in O(d²) at
 * most.
 *
 * <p>Valid until the fit changes. Not thread-safe.
 */
final class GramBlock {

    /** The most parameters: a factor of more takes longer than a trial of dropping the edge. */
    private static final int MANY = 100;

    private final GramFit fit;
    private final GramGraph graph;
    private final FitEvaluation at;
    private final int d;
    private final double[][] effects;
    private final int[][] affected;
    private final double[][] covariances;
    private final double[][] pulls;

    GramBlock(GramFit fit) {
        this.fit = fit;
        this.graph = fit.graph();
        this.at = fit.moment();
        this.d = graph.variables();
        this.effects = new double[d][];
        this.affected = new int[d][];
        this.covariances = new double[d][];
        this.pulls = new double[d][];
    }

    /** b_j, the effect of a change of j. */
    private double[] effect(int j) {
        double[] row = effects[j];
        if (row == null) {
            row = new double[d];
            row[j] = 1;
            int[] where = new int[d];
            int count = 0;
            int[] order = graph.order();
            for (int position = graph.position(j); position < d; position++) {
                int k = order[position];
                if (row[k] != 0) {
                    where[count++] = k;
                    for (int edge : graph.children(k)) {
                        row[graph.to(edge)] += row[k] * graph.weight(edge);
                    }
                }
            }
            effects[j] = row;
            affected[j] = Arrays.copyOf(where, count);
        }
        return row;
    }

    double[] covariance(int i) {
        double[] row = covariances[i];
        if (row == null) {
            row = graph.covariances(i, at.omega);
            covariances[i] = row;
        }
        return row;
    }

    private double[] pull(int j) {
        double[] row = pulls[j];
        if (row == null) {
            row = new double[d];
            double[] effect = effect(j);
            int[] where = affected[j];
            for (int c = 0; c < d; c++) {
                double[] misfit = at.misfit[c];
                double sum = 0;
                for (int k : where) {
                    sum += misfit[k] * effect[k];
                }
                row[c] = sum;
            }
            pulls[j] = row;
        }
        return row;
    }

    private double sparse(int j, double[] row) {
        double[] effect = effect(j);
        double sum = 0;
        for (int k : affected[j]) {
            sum += row[k] * effect[k];
        }
        return sum;
    }

    private double p(int j, int l) {
        return sparse(l, at.causes[j]);
    }

    private double t(int j, int k) {
        return sparse(j, at.implied[k]);
    }

    private double r(int i, int k) {
        return dot(covariance(k), at.implied[i]);
    }

    private double dot(double[] a, double[] b) {
        double first = 0;
        double second = 0;
        double third = 0;
        double fourth = 0;
        int k = 0;
        for (; k + 3 < d; k += 4) {
            first += a[k] * b[k];
            second += a[k + 1] * b[k + 1];
            third += a[k + 2] * b[k + 2];
            fourth += a[k + 3] * b[k + 3];
        }
        for (; k < d; k++) {
            first += a[k] * b[k];
        }
        return (first + second) + (third + fourth);
    }

    /** ∂Q/∂W_ij, of an edge in the graph or not. */
    double gradient(int i, int j) {
        return -2 * dot(pull(j), at.implied[i]);
    }

    /** ∂Q/∂W_ij for all j: [d]. O(d²). */
    double[] gradientOut(int i) {
        double[] sum = new double[d];
        for (int c = 0; c < d; c++) {
            FitEvaluation.add(sum, at.implied[i][c], at.misfit[c]);
        }
        int[] order = graph.order();
        for (int position = d - 1; position >= 0; position--) {
            int k = order[position];
            for (int edge : graph.children(k)) {
                sum[k] += graph.weight(edge) * sum[graph.to(edge)];
            }
        }
        for (int k = 0; k < d; k++) {
            sum[k] *= -2;
        }
        return sum;
    }

    /** ∂Q/∂W_ij for all i: [d]. O(d²). */
    double[] gradientInto(int j) {
        double[] gradient = new double[d];
        for (int i = 0; i < d; i++) {
            gradient[i] = gradient(i, j);
        }
        return gradient;
    }

    double strength(int j) {
        return p(j, j);
    }

    double size(int i) {
        return r(i, i);
    }

    double[] gradient(GramParameters which) {
        int edges = which.edges().length;
        double[] gradient = new double[which.size()];
        double[] deviations = fit.deviations();
        double spread = fit.target().spread();
        for (int a = 0; a < gradient.length; a++) {
            if (a < edges) {
                int edge = which.edges()[a];
                gradient[a] = gradient(graph.from(edge), graph.to(edge));
            } else {
                int j = which.variables()[a - edges];
                gradient[a] = -at.omega[j] * dot(pull(j), at.causes[j]) + deviations[j] / (spread * spread);
            }
        }
        return gradient;
    }

    /** The matrix of these parameters, each row from its diagonal on. */
    double[][] matrix(GramParameters which) {
        return matrix(which, -1, -1);
    }

    /** The fall of Q if i → j were added and the parameters of both were refitted, to second order. */
    double gainOfAdding(int i, int j) {
        double[][] matrix = matrix(GramParameters.of(graph, i, j), i, j);
        int last = matrix.length - 1;
        double alone = matrix[last][last];
        double root = new GramFactor(matrix, 1e-9).root(last);
        double slope = gradient(i, j);
        return 0.5 * slope * slope / Math.max(root * root, 1e-3 * alone);
    }

    double own(int i, int j) {
        double mixed = t(j, i);
        return 2 * (p(j, j) * r(i, i) + mixed * mixed);
    }

    /**
     * The rise of Q if an edge were dropped and the parameters around it refitted, to second order; next to a variable
     * with dozens of children only the parameters of both ends are refitted.
     */
    double lossOfDropping(int edge) {
        GramParameters which = GramParameters.around(graph, graph.from(edge), graph.to(edge));
        if (which.size() > MANY) {
            which = GramParameters.of(graph, graph.from(edge), graph.to(edge));
        }
        int position = Arrays.binarySearch(which.edges(), edge);
        double weight = graph.weight(edge);
        return 0.5 * weight * weight / new GramFactor(matrix(which), 1e-9).variance(position);
    }

    /** Each row from its diagonal on; the last is that of an edge to be added, unless its ends are negative. */
    private double[][] matrix(GramParameters which, int from, int to) {
        int edges = which.edges().length;
        int own = which.size();
        int size = own + (from < 0 ? 0 : 1);
        int[] source = new int[size];
        int[] end = new int[size];
        for (int a = 0; a < own; a++) {
            source[a] = a < edges ? graph.from(which.edges()[a]) : -1;
            end[a] = a < edges ? graph.to(which.edges()[a]) : which.variables()[a - edges];
        }
        if (from >= 0) {
            source[own] = from;
            end[own] = to;
        }
        Table sources = new Table(source);
        Table ends = new Table(end);
        double[][] p = new double[ends.size][ends.size];
        double[][] t = new double[ends.size][sources.size];
        double[][] r = new double[sources.size][sources.size];
        for (int a = 0; a < ends.size; a++) {
            for (int b = 0; b <= a; b++) {
                p[a][b] = p(ends.members[a], ends.members[b]);
                p[b][a] = p[a][b];
            }
            for (int b = 0; b < sources.size; b++) {
                t[a][b] = t(ends.members[a], sources.members[b]);
            }
        }
        for (int a = 0; a < sources.size; a++) {
            for (int b = 0; b <= a; b++) {
                r[a][b] = r(sources.members[a], sources.members[b]);
                r[b][a] = r[a][b];
            }
        }
        double spread = fit.target().spread();
        double inverse = 1 / (spread * spread);
        double[][] matrix = new double[size][size];
        for (int a = 0; a < size; a++) {
            int j = ends.place[a];
            int i = sources.place[a];
            for (int b = a; b < size; b++) {
                int l = ends.place[b];
                int k = sources.place[b];
                double entry;
                if (i >= 0 && k >= 0) {
                    entry = 2 * (p[j][l] * r[i][k] + t[j][k] * t[l][i]);
                } else if (i >= 0) {
                    entry = 2 * at.omega[end[b]] * p[j][l] * t[l][i];
                } else if (k >= 0) {
                    entry = 2 * at.omega[end[a]] * p[j][l] * t[j][k];
                } else {
                    entry = at.omega[end[a]] * at.omega[end[b]] * p[j][l] * p[j][l]
                            - inverse / d
                            + (a == b ? inverse : 0);
                }
                matrix[a][b] = entry;
            }
        }
        return matrix;
    }

    /** Indexes the distinct variables among some; −1 is none. */
    private final class Table {
        private final int[] members;
        private final int[] place;
        private int size;

        Table(int[] variables) {
            int[] of = new int[d];
            members = new int[variables.length];
            place = new int[variables.length];
            for (int a = 0; a < variables.length; a++) {
                int variable = variables[a];
                if (variable >= 0 && of[variable] == 0) {
                    members[size++] = variable;
                    of[variable] = size;
                }
                place[a] = variable < 0 ? -1 : of[variable] - 1;
            }
        }
    }
}
