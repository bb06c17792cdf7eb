// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import io.hedgerow.core.privacy.MechanismEvent;

/**
 * The two mechanisms a private greedy descent is made of: which entry moves, and what its gradient is. Everything else
 * it does is a function of their outputs and of public values.
 *
 * <p>Not thread-safe.
 */
interface PrivateSteps {

    /** The events of one step, in order. */
    MechanismEvent event();

    /**
     * Called before data is touched: noise that can be drawn now says nothing through the time it takes.
     *
     * @param columns d
     * @param rows q
     * @param excluded flat, [d·q]: what is no candidate; public
     * @param count steps of this round
     */
    void begin(int columns, int rows, boolean[] excluded, int count);

    /**
     * Replaces the scores of one column of candidates.
     *
     * @param scores in units of the sensitivity of a score, [q]
     */
    void scores(int j, double[] scores);

    /** One selection among all candidates: the flat index j·q + i. */
    int select();

    /** One clipped sum, in lattice steps, with noise. */
    double disturb(double sum);
}
