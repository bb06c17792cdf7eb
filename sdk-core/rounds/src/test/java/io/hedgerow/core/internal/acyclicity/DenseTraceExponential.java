// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

import io.hedgerow.core.internal.linalg.MatrixExponential;
import java.util.Arrays;

/**
 * The trace exponential h(A) = tr(e^A) − d, ∂h/∂A_ij = (e^A)_ji, by one dense exponential: the baseline of
 * {@link TraceExponential}. With A = W ∘ W this is the function of NOTEARS and of paper 002. Cost: O(d³), whatever the
 * pattern. Immutable and thread-safe.
 */
public final class DenseTraceExponential implements AcyclicityConstraint {

    public DenseTraceExponential() {}

    @Override
    public String id() {
        return "trace-exponential-dense";
    }

    @Override
    public Evaluator on(EdgePattern pattern) {
        int d = pattern.variables();
        MatrixExponential exponential = new MatrixExponential();
        double[] a = new double[d * d];
        double[] f = new double[d * d];
        return (squared, gradient) -> {
            pattern.requireSquares(squared, gradient);
            Arrays.fill(a, 0);
            for (int e = 0; e < pattern.size(); e++) {
                a[pattern.from(e) * d + pattern.to(e)] = squared[e];
            }
            exponential.minusIdentity(d, a, f);
            double h = 0;
            for (int i = 0; i < d; i++) {
                h += f[i * d + i];
            }
            for (int e = 0; e < pattern.size(); e++) {
                gradient[e] = f[pattern.to(e) * d + pattern.from(e)];
            }
            return Double.isFinite(h) ? h : Double.POSITIVE_INFINITY;
        };
    }
}
