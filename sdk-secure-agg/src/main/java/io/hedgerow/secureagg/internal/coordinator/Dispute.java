// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.coordinator;

/**
 * Two sites that committed to different keys for each other. One of them lies or is out of step, and no one can tell
 * which.
 */
public record Dispute(int one, int other) {
    public Dispute {
        if (!(one < other)) {
            throw new IllegalArgumentException(
                    "a dispute must be between two sites in ascending order, was between " + one + " and " + other);
        }
    }
}
