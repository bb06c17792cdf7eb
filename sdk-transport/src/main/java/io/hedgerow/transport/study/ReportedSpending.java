// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

/**
 * A study's cost to a data set, as its site says. No one has verified it. It follows from the signed plan and the
 * site's way to add up, never from records, so it is not sensitive.
 *
 * @param epsilon ε; finite and at least 0
 * @param delta δ; from 0 to 1
 */
public record ReportedSpending(double epsilon, double delta) {
    public ReportedSpending {
        if (!(epsilon >= 0) || epsilon == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("a reported epsilon must be finite and at least 0, was " + epsilon);
        }
        if (!(delta >= 0 && delta <= 1)) {
            throw new IllegalArgumentException("a reported delta must be from 0 to 1, was " + delta);
        }
    }
}
