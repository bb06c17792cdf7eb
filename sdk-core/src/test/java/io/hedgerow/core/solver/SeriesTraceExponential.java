package io.hedgerow.core.solver;

import io.hedgerow.core.acyclicity.AcyclicityConstraint;
import io.hedgerow.core.acyclicity.EdgePattern;

/** h(A) = tr(e^A) − d, gradient (e^A)ᵀ, by the plain power series; obviously right rather than fast. */
final class SeriesTraceExponential implements AcyclicityConstraint {

    @Override
    public String id() {
        return "series-trace-exponential";
    }

    @Override
    public Evaluator on(EdgePattern pattern) {
        return (squared, gradient) -> evaluate(pattern, squared, gradient);
    }

    private static double evaluate(EdgePattern pattern, double[] squared, double[] gradient) {
        int d = pattern.variables();
        double[] sum = new double[d * d];
        double[] term = new double[d * d];
        for (int i = 0; i < d; i++) {
            sum[i * d + i] = 1;
            term[i * d + i] = 1;
        }
        double h = 0;
        double largest = 1;
        // Column j of term·A/k is the sum over edges i → j of A_ij/k times column i; columns are contiguous here.
        for (int k = 1; largest > 0; k++) {
            double[] next = new double[d * d];
            for (int e = 0; e < pattern.size(); e++) {
                double a = squared[e] / k;
                int from = pattern.from(e) * d;
                int to = pattern.to(e) * d;
                for (int row = 0; row < d; row++) {
                    next[to + row] += a * term[from + row];
                }
            }
            term = next;
            largest = 0;
            for (int x = 0; x < d * d; x++) {
                sum[x] += term[x];
                if (term[x] > 1e-18 * sum[x]) {
                    largest = Math.max(largest, term[x]);
                }
            }
            for (int i = 0; i < d; i++) {
                h += term[i * d + i];
            }
            if (!Double.isFinite(h) || !Double.isFinite(largest)) {
                return Double.POSITIVE_INFINITY;
            }
        }
        for (int e = 0; e < pattern.size(); e++) {
            gradient[e] = sum[pattern.from(e) * d + pattern.to(e)];
        }
        return h;
    }
}
