// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

/**
 * A bound (ε, δ) of differential privacy: for every pair of adjacent data sets and every set S of outputs, P(S) ≤
 * e^ε·Q(S) + δ.
 *
 * @param epsilon ε; finite and &gt; 0
 * @param delta δ; at least 0 and &lt; 1. A δ of 0 allows pure differential privacy only
 */
public record PrivacyBudget(double epsilon, double delta) {
    public PrivacyBudget {
        if (!(epsilon > 0) || epsilon == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("epsilon must be finite and > 0, was " + epsilon);
        }
        if (!(delta >= 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be at least 0 and < 1, was " + delta);
        }
    }
}
