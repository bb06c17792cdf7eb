package io.hedgerow.dp.internal.solver;

import java.util.Arrays;

/**
 * Fits the covariance that a linear network implies to a noisy matrix, in the metric of the noise. Where a regression
 * reads off the few entries of one variable and its parents, this uses all d(d+1)/2 of them at once.
 *
 * <p>Symbols: W: [d, d] the weights of a graph, ω = e^θ: [d] noise variances, B = (I − W)⁻¹, Σ = Bᵀ diag(ω) B; C, K, m,
 * τ of the {@link GramTarget}; Δ = C − Σ, G = KΔK.
 *
 * <pre>Q(W, θ) = ½ tr(KΔKΔ) + Σ_j (t_j − t̄)² / 2τ²,   t = θ − m</pre>
 *
 * <p>the generalised least-squares discrepancy of covariance structures (Browne 1974) with the noise of the release in
 * the place of sampling error; minus its value is a log likelihood when the error of C is Gaussian. Derivatives:
 * ∂Q/∂W_ij = −2 (BGΣ)_ji, ∂Q/∂θ_j = −ω_j (BGBᵀ)_jj + (t_j − t̄)/τ². Minimised by Gauss–Newton steps with damping
 * (Levenberg–Marquardt).
 *
 * <p>An evaluation costs O(d² + d·edges), a step O(d³ + (d + edges)³). Not thread-safe.
 */
final class GramFit {

    private static final int DAMPINGS = 8;
    private static final double LARGEST_STEP = 1.5;

    private final GramTarget target;
    private final int d;
    private GramGraph graph;
    private final double[] theta;
    private double discrepancy;
    private double[] explained = new double[0];
    private double[] precisionByCause = new double[0];
    private double[] weighted = new double[0];
    private GramCurvature curvature;

    GramFit(GramTarget target, GramGraph graph) {
        this.target = target;
        this.d = target.variables();
        this.graph = graph;
        this.theta = new double[d];
        double[] levels = new double[d];
        for (int j = 0; j < d; j++) {
            // A diagonal entry that noise made tiny or negative says nothing of its variance: the median ignores it.
            levels[j] =
                    StrictMath.log(Math.max(target.matrix()[j * (d + 1)], Double.MIN_NORMAL)) - target.logRatios()[j];
        }
        Arrays.sort(levels);
        for (int j = 0; j < d; j++) {
            theta[j] = target.logRatios()[j] + levels[d / 2];
        }
        evaluate();
        this.curvature = new GramCurvature(this);
    }

    GramTarget target() {
        return target;
    }

    GramGraph graph() {
        return graph;
    }

    /** KΣ, row by row. */
    double[] explained() {
        return explained;
    }

    /** BK, row by row. */
    double[] precisionByCause() {
        return precisionByCause;
    }

    /** KΔ, row by row. */
    double[] weighted() {
        return weighted;
    }

    double omega(int variable) {
        return StrictMath.exp(theta[variable]);
    }

    /** Q. */
    double discrepancy() {
        return discrepancy;
    }

    /** The curvature at the present parameters; valid until they change. */
    GramCurvature curvature() {
        return curvature;
    }

    /** A fit to go back to. */
    static final class State {
        private final GramGraph graph;
        private final double[] theta;

        State(GramGraph graph, double[] theta) {
            this.graph = graph;
            this.theta = theta;
        }
    }

    State state() {
        return new State(graph.copy(), theta.clone());
    }

    void restore(State state) {
        graph = state.graph.copy();
        System.arraycopy(state.theta, 0, theta, 0, d);
        evaluate();
    }

    /** t̄. */
    private double meanLog() {
        double mean = 0;
        for (int j = 0; j < d; j++) {
            mean += (theta[j] - target.logRatios()[j]) / d;
        }
        return mean;
    }

    /** t − t̄, [d]. */
    double[] deviations() {
        double mean = meanLog();
        double[] deviations = new double[d];
        for (int j = 0; j < d; j++) {
            deviations[j] = theta[j] - target.logRatios()[j] - mean;
        }
        return deviations;
    }

    /** At most {@code steps} steps, fewer once one gains less than {@code tolerance}. */
    void refit(int steps, double tolerance) {
        evaluate();
        double damping = 1e-3;
        for (int step = 0; step < steps; step++) {
            curvature = new GramCurvature(this);
            double before = discrepancy;
            double[] weights = weights();
            double[] logs = theta.clone();
            boolean improved = false;
            for (int attempt = 0; attempt < DAMPINGS && !improved; attempt++) {
                move(weights, logs, curvature.step(damping));
                evaluate();
                improved = discrepancy <= before;
                damping = improved ? Math.max(1e-6, damping / 10) : Math.max(1e-2, damping * 10);
            }
            if (!improved) {
                move(weights, logs, new double[weights.length + d]);
                evaluate();
                return;
            }
            if (before - discrepancy < tolerance) {
                return;
            }
        }
    }

    /** Brings the curvature to the present parameters. */
    void refreshCurvature() {
        curvature = new GramCurvature(this);
        curvature.factor(1e-9);
    }

    private double[] weights() {
        double[] weights = new double[graph.size()];
        for (int edge = 0; edge < weights.length; edge++) {
            weights[edge] = graph.weight(edge);
        }
        return weights;
    }

    private void move(double[] weights, double[] logs, double[] step) {
        double share = 1;
        for (int j = 0; j < d; j++) {
            share = Math.min(share, LARGEST_STEP / Math.max(1e-9, Math.abs(step[weights.length + j])));
        }
        for (int edge = 0; edge < weights.length; edge++) {
            graph.setWeight(edge, weights[edge] - share * step[edge]);
        }
        for (int j = 0; j < d; j++) {
            theta[j] = logs[j] - share * step[weights.length + j];
        }
    }

    private void evaluate() {
        // KΣ = (BK)ᵀ diag(ω) B: products with B follow the edges, so only KC − KΣ is needed and no dense product
        double[] bk = graph.timesFromLeft(target.precision());
        double[] scaled = new double[d * d];
        for (int j = 0; j < d; j++) {
            double variance = omega(j);
            for (int k = 0; k < d; k++) {
                scaled[k * d + j] = bk[j * d + k] * variance;
            }
        }
        explained = graph.timesFromRight(scaled);
        precisionByCause = bk;
        weighted = new double[d * d];
        for (int k = 0; k < weighted.length; k++) {
            weighted[k] = target.weightedMatrix()[k] - explained[k];
        }
        double sum = 0;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                sum += weighted[i * d + j] * weighted[j * d + i];
            }
        }
        double spread = target.spread();
        double mean = meanLog();
        double prior = 0;
        for (int j = 0; j < d; j++) {
            double t = theta[j] - target.logRatios()[j] - mean;
            prior += t * t;
        }
        discrepancy = 0.5 * sum + prior / (2 * spread * spread);
        if (Double.isNaN(discrepancy)) {
            discrepancy = Double.POSITIVE_INFINITY;
        }
    }

    /** Σ[i, j] / Σ[j, j], the slope of i on j. O(edges + d). */
    double slope(int i, int j) {
        double[] cause = new double[d];
        // Σ e_j = Bᵀ diag(ω) B e_j: column j of B against the order, then along it
        cause[j] = 1;
        int[] order = graph.order();
        for (int position = d - 1; position >= 0; position--) {
            int k = order[position];
            for (int edge : graph.children(k)) {
                cause[k] += graph.weight(edge) * cause[graph.to(edge)];
            }
        }
        for (int k : order) {
            cause[k] *= omega(k);
            for (int edge : graph.parents(k)) {
                cause[k] += graph.weight(edge) * cause[graph.from(edge)];
            }
        }
        return cause[i] / cause[j];
    }

    /** Σ, [d, d] row by row. O(d · edges). */
    double[] implied() {
        double[] diagonal = new double[d * d];
        for (int j = 0; j < d; j++) {
            diagonal[j * (d + 1)] = omega(j);
        }
        return graph.timesFromRight(GramTarget.transpose(d, graph.timesFromRight(diagonal)));
    }

    /** Sets the weights into a variable, and its noise variance, to what a covariance matrix says of it. */
    void regress(int variable, double[] covariance) {
        int[] edges = graph.parents(variable);
        int k = edges.length;
        double[][] factor = new double[k][];
        double[] slopes = new double[k];
        for (int a = 0; a < k; a++) {
            int row = graph.from(edges[a]) * d;
            factor[a] = new double[a + 1];
            for (int b = 0; b <= a; b++) {
                double sum = covariance[row + graph.from(edges[b])];
                for (int c = 0; c < b; c++) {
                    sum -= factor[a][c] * factor[b][c];
                }
                factor[a][b] = a == b
                        ? Math.sqrt(Math.max(sum, 1e-9 * covariance[row + graph.from(edges[a])]))
                        : sum / factor[b][b];
            }
            slopes[a] = covariance[row + variable];
            for (int c = 0; c < a; c++) {
                slopes[a] -= factor[a][c] * slopes[c];
            }
            slopes[a] /= factor[a][a];
        }
        double removed = 0;
        for (double coordinate : slopes) {
            removed += coordinate * coordinate;
        }
        for (int a = k - 1; a >= 0; a--) {
            slopes[a] /= factor[a][a];
            for (int c = 0; c < a; c++) {
                slopes[c] -= factor[a][c] * slopes[a];
            }
        }
        for (int a = 0; a < k; a++) {
            graph.setWeight(edges[a], slopes[a]);
        }
        double own = covariance[variable * (d + 1)];
        theta[variable] = StrictMath.log(Math.max(own - removed, 1e-6 * own));
    }
}
