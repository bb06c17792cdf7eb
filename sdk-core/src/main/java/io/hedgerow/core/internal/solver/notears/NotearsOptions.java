// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.notears;

import io.hedgerow.core.internal.optimise.LbfgsOptions;

/**
 * The limits of {@link Notears}.
 *
 * @param acyclicityTolerance stop when h is at most this; at least 0
 * @param maxPenalty stop when ρ reaches this; &gt; 0
 * @param maxOuterIterations limit of multiplier updates; at least 1
 * @param inner when each inner minimisation stops
 */
record NotearsOptions(double acyclicityTolerance, double maxPenalty, int maxOuterIterations, LbfgsOptions inner) {
    public NotearsOptions {
        if (!(acyclicityTolerance >= 0) || !(maxPenalty > 0) || maxOuterIterations < 1) {
            throw new IllegalArgumentException(
                    "acyclicityTolerance must be >= 0, maxPenalty > 0 and maxOuterIterations at least 1, were "
                            + acyclicityTolerance + ", " + maxPenalty + ", " + maxOuterIterations);
        }
    }

    /** The published settings: h ≤ 1e-8, ρ &lt; 1e16, 100 multiplier updates. */
    public static NotearsOptions defaults() {
        return new NotearsOptions(1e-8, 1e16, 100, LbfgsOptions.defaults());
    }
}
