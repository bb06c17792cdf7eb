// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

import io.hedgerow.core.internal.linalg.MatrixExponential;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The trace exponential h(A) = tr(e^A) − d, ∂h/∂A_ij = (e^A)_ji: with A = W ∘ W the function of NOTEARS, paper 002 and
 * all methods of this project. Equal to one dense exponential up to rounding, but much cheaper on sparse patterns: it
 * decomposes over the strongly connected components of the pattern, and an edge between two has derivative 0; see
 * {@link ComponentExponential}. tr(e^A) − d is summed without the identity, so that a tiny h keeps its digits. h is
 * positive infinity when e^A overflows.
 *
 * <p>Cost: per component of n variables and m edges about 30 n m operations, at most about those of a dense exponential
 * of size n. Immutable and thread-safe; an evaluator holds its work space and allocates nothing per call once it has
 * met its heaviest matrix.
 */
public final class TraceExponential implements AcyclicityConstraint {

    public TraceExponential() {}

    @Override
    public String id() {
        return "trace-exponential";
    }

    @Override
    public Evaluator on(EdgePattern pattern) {
        MatrixExponential dense = new MatrixExponential();
        List<ComponentExponential> components = new ArrayList<>();
        for (Component component : Component.of(pattern)) {
            components.add(new ComponentExponential(component, dense));
        }
        return (squared, gradient) -> {
            pattern.requireSquares(squared, gradient);
            Arrays.fill(gradient, 0, pattern.size(), 0);
            double h = 0;
            for (ComponentExponential component : components) {
                h += component.evaluate(squared, gradient);
            }
            return Double.isFinite(h) ? h : Double.POSITIVE_INFINITY;
        };
    }
}
