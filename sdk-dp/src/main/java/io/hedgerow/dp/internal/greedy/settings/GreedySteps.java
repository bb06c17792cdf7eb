// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.settings;

import io.hedgerow.core.model.Diagonal;

/**
 * The steps of one round of private greedy descent. Their number never depends on data.
 *
 * @param count K, exactly as many steps in every round; at least 1
 * @param gamma γ, the step length; in (0, 1]
 * @param clipFactor κ: the entries x_i·r_j of one unit are clipped to κ·√M_i. In units of a residual, so 1.5 suits
 *     residuals of variance 1; residuals of single rows are rounded to a 2048th of it; finite and &gt; 0
 * @param diagonal whether self edges are held at 0 or free
 */
public record GreedySteps(int count, double gamma, double clipFactor, Diagonal diagonal) {
    public GreedySteps {
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1, was " + count);
        }
        if (!(gamma > 0 && gamma <= 1)) {
            throw new IllegalArgumentException("gamma must be > 0 and <= 1, was " + gamma);
        }
        if (!(clipFactor > 0) || clipFactor == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("clipFactor must be finite and > 0, was " + clipFactor);
        }
    }
}
