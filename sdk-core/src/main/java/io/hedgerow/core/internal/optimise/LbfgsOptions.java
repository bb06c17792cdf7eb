// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.optimise;

/**
 * The limits of a minimisation.
 *
 * @param memory number of remembered steps; at least 1
 * @param maxEvaluations limit of objective evaluations, never exceeded; at least 1
 * @param gradientTolerance stop when the projected gradient's largest entry is at most this; at least 0
 * @param decreaseTolerance stop when a step lowers the value by at most this times the larger of |f| before and after;
 *     0 switches the criterion off
 */
public record LbfgsOptions(int memory, int maxEvaluations, double gradientTolerance, double decreaseTolerance) {
    public LbfgsOptions {
        if (memory < 1 || maxEvaluations < 1) {
            throw new IllegalArgumentException(
                    "memory and maxEvaluations must be at least 1, were " + memory + ", " + maxEvaluations);
        }
        if (!(gradientTolerance >= 0) || !(decreaseTolerance >= 0)) {
            throw new IllegalArgumentException("gradientTolerance and decreaseTolerance must be >= 0, were "
                    + gradientTolerance + ", " + decreaseTolerance);
        }
    }

    /** Ten remembered steps, 15 000 evaluations, projected gradient 1e-5, relative decrease 2e-9. */
    public static LbfgsOptions defaults() {
        return new LbfgsOptions(10, 15_000, 1e-5, 2e-9);
    }

    public LbfgsOptions withMaxEvaluations(int limit) {
        return new LbfgsOptions(memory, limit, gradientTolerance, decreaseTolerance);
    }
}
