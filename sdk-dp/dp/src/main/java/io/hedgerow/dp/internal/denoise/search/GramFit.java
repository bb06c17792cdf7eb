// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.search;

import io.hedgerow.dp.internal.denoise.GramTarget;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.DoubleFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Fits the covariance that a linear network implies to a noisy matrix, in the metric of the noise. A regression uses
 * the few entries of one variable and its parents; this uses all d(d+1)/2 of them at once.
 *
 * <p>Symbols: W: [d, d] the weights of a graph, ω = e^θ: [d] noise variances, B = (I − W)⁻¹, Σ = Bᵀ diag(ω) B; C, K, m,
 * τ of the {@link GramTarget}; Δ = C − Σ, G = KΔK.
 *
 * <pre>Q(W, θ) = ½ tr(KΔKΔ) + Σ_j (t_j − t̄)² / 2τ²,   t = θ − m</pre>
 *
 * <p>the generalised least-squares discrepancy of covariance structures (Browne 1974) with the noise of the release
 * instead of sampling error; minus its value is a log likelihood when the error of C is Gaussian. Derivatives: ∂Q/∂W_ij
 * = −2 (BGΣ)_ji, ∂Q/∂θ_j = −ω_j (BGBᵀ)_jj + (t_j − t̄)/τ². Minimised by Gauss–Newton steps with damping
 * (Levenberg–Marquardt).
 *
 * <p>An evaluation costs O(d² + d·edges), a step of all parameters O(d³ + (d + edges)³), a step of few parameters as
 * much as an evaluation. Not thread-safe.
 */
final class GramFit {

    private static final int DAMPINGS = 8;
    private static final double LARGEST_STEP = 1.5;
    private static final int HOPED = 2;

    private final GramTarget target;
    private final int d;
    private GramGraph graph;
    private final double[] theta;
    private FitEvaluation moment;
    private @Nullable FitEvaluation spare;
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
        this.moment = new FitEvaluation(d);
        moment.fill(target, graph, theta);
        this.curvature = new GramCurvature(this);
    }

    GramTarget target() {
        return target;
    }

    GramGraph graph() {
        return graph;
    }

    /** The evaluation at the present parameters; valid until they change. */
    FitEvaluation moment() {
        return moment;
    }

    double omega(int variable) {
        return moment.omega[variable];
    }

    double discrepancy() {
        return moment.discrepancy;
    }

    /** Share of each variable in the discrepancy, Σ_j (KΔ)_ij (KΔ)_ji: [d]. */
    double[] misfit() {
        double[][] weighted = moment.misfit;
        double[] misfit = new double[d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                misfit[i] += weighted[i][j] * weighted[j][i];
            }
        }
        return misfit;
    }

    /** Variables by their share of the discrepancy, largest first. */
    int[] byMisfit() {
        double[] misfit = misfit();
        return IntStream.range(0, d)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> -misfit[i]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    GramCurvature curvature() {
        return curvature;
    }

    @SuppressWarnings("ArrayRecordComponent") // a copy that is not compared
    record State(GramGraph graph, double[] theta, FitEvaluation moment) {}

    State state() {
        moment.kept = true;
        return new State(graph.copy(), theta.clone(), moment);
    }

    void restore(State state) {
        graph = state.graph.copy();
        System.arraycopy(state.theta, 0, theta, 0, d);
        moment = state.moment;
    }

    double[] deviations() {
        return FitEvaluation.deviations(target, theta);
    }

    /** At most {@code steps} steps of all parameters, fewer once one gains less than {@code tolerance}. */
    void refit(int steps, double tolerance) {
        refit(steps, tolerance, Double.POSITIVE_INFINITY);
    }

    /** The same, given up once {@value #HOPED} more steps as good as the last would not bring Q below a goal. */
    void refit(int steps, double tolerance, double goal) {
        GramParameters which = GramParameters.all(graph);
        refit(which, steps, tolerance, goal, () -> {
            curvature = new GramCurvature(this);
            return curvature::step;
        });
    }

    /** Refits the parameters around some variables in the same way; the others are held. */
    void refitAround(int steps, double tolerance, int... centre) {
        GramParameters which = GramParameters.around(graph, centre);
        refit(which, steps, tolerance, Double.POSITIVE_INFINITY, () -> {
            GramBlock block = new GramBlock(this);
            double[] gradient = block.gradient(which);
            double[][] matrix = block.matrix(which);
            return damping -> {
                double[][] copy = Arrays.stream(matrix).map(double[]::clone).toArray(double[][]::new);
                GramFactor factor = new GramFactor(copy, damping);
                return factor.backward(factor.forward(gradient.clone(), 0));
            };
        });
    }

    private void refit(
            GramParameters which,
            int steps,
            double tolerance,
            double goal,
            Supplier<DoubleFunction<double[]>> directions) {
        evaluate();
        double damping = 1e-3;
        for (int step = 0; step < steps; step++) {
            DoubleFunction<double[]> direction = directions.get();
            double before = discrepancy();
            FitEvaluation last = moment;
            boolean shared = last.kept;
            last.kept = true;
            double[] start = values(which);
            boolean improved = false;
            for (int attempt = 0; attempt < DAMPINGS && !improved; attempt++) {
                move(which, start, direction.apply(damping));
                evaluate();
                improved = discrepancy() <= before;
                damping = improved ? Math.max(1e-6, damping / 10) : Math.max(1e-2, damping * 10);
            }
            last.kept = shared;
            if (!improved) {
                move(which, start, new double[start.length]);
                moment = last;
                return;
            }
            if (!shared) {
                spare = last;
            }
            double gain = before - discrepancy();
            if (gain < tolerance || discrepancy() - HOPED * gain > goal) {
                return;
            }
        }
    }

    void refreshCurvature() {
        curvature = new GramCurvature(this);
    }

    private double[] values(GramParameters which) {
        int edges = which.edges().length;
        double[] values = new double[which.size()];
        for (int a = 0; a < values.length; a++) {
            values[a] = a < edges ? graph.weight(which.edges()[a]) : theta[which.variables()[a - edges]];
        }
        return values;
    }

    private void move(GramParameters which, double[] start, double[] step) {
        int edges = which.edges().length;
        double share = 1;
        for (int a = edges; a < step.length; a++) {
            share = Math.min(share, LARGEST_STEP / Math.max(1e-9, Math.abs(step[a])));
        }
        for (int a = 0; a < step.length; a++) {
            double value = start[a] - share * step[a];
            if (a < edges) {
                graph.setWeight(which.edges()[a], value);
            } else {
                theta[which.variables()[a - edges]] = value;
            }
        }
    }

    private void evaluate() {
        FitEvaluation next = spare == null ? new FitEvaluation(d) : spare;
        spare = moment.kept ? null : moment;
        next.kept = false;
        next.fill(target, graph, theta);
        moment = next;
    }

    /** Σ of some variables, by variable: [d][d], null elsewhere. */
    double[][] implied(int... variables) {
        double[][] rows = new double[d][];
        for (int variable : variables) {
            rows[variable] = graph.covariances(variable, moment.omega);
        }
        return rows;
    }

    /** Sets the weights into a variable, and its noise variance, from covariances: rows of it and its parents. */
    void regress(int variable, double[][] covariance) {
        int[] edges = graph.parents(variable);
        int k = edges.length;
        double[][] factor = new double[k][];
        double[] slopes = new double[k];
        for (int a = 0; a < k; a++) {
            double[] row = covariance[graph.from(edges[a])];
            factor[a] = new double[a + 1];
            for (int b = 0; b <= a; b++) {
                double sum = row[graph.from(edges[b])];
                for (int c = 0; c < b; c++) {
                    sum -= factor[a][c] * factor[b][c];
                }
                factor[a][b] = a == b ? Math.sqrt(Math.max(sum, 1e-9 * row[graph.from(edges[a])])) : sum / factor[b][b];
            }
            slopes[a] = row[variable];
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
        double own = covariance[variable][variable];
        theta[variable] = StrictMath.log(Math.max(own - removed, 1e-6 * own));
    }
}
