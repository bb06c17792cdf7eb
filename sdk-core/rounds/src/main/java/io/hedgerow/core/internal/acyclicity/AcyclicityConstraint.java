// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

import io.hedgerow.core.model.AcyclicityForm;

/**
 * A smooth function h ≥ 0 of squared edge weights A_ij = W_ij² that is 0 exactly when the edges with A_ij &gt; 0 form
 * no directed cycle. Where several parameters carry one edge, their squares are summed into A_ij, and the chain rule is
 * the caller's. Implementations are immutable and thread-safe; an {@link Evaluator} is neither.
 */
public interface AcyclicityConstraint {

    static AcyclicityConstraint of(AcyclicityForm form) {
        return switch (form) {
            case TRACE_EXPONENTIAL -> new TraceExponential();
            case LOG_DETERMINANT -> new LogDeterminant();
        };
    }

    /** A short stable name for provenance. */
    String id();

    /** Prepares evaluations on one set of candidate edges, whose weights then change, in a work space of its own. */
    Evaluator on(EdgePattern pattern);

    /** Evaluates h on a fixed set of candidate edges. Not thread-safe. */
    interface Evaluator {

        /** Gives h of A_e ≥ 0 for each edge e, and its ∂h/∂A_e ≥ 0; infinite, without gradient, where undefined. */
        double evaluate(double[] squared, double[] gradient);
    }
}
