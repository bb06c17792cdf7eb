// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import io.hedgerow.core.privacy.MechanismEvent;

/**
 * The two mechanisms of a private greedy descent: the selection of an entry, and the release of its gradient.
 * Everything else is a function of their outputs and of public values.
 *
 * <p>Not thread-safe.
 */
interface PrivateSteps {

    MechanismEvent event();

    /**
     * Begins a round before data is touched: noise that is drawn now reveals nothing by the time it takes.
     *
     * @param columns d
     * @param rows q
     * @param excluded flat, [d·q]: the entries that are no candidates; public
     * @param count steps of this round
     */
    void begin(int columns, int rows, boolean[] excluded, int count);

    /** Replaces the scores of one column of candidates: [q], in units of the sensitivity of a score. */
    void scores(int j, double[] scores);

    /** Selects among all candidates: the flat index j·q + i. */
    int select();

    /** Adds noise to one clipped sum, in lattice steps. */
    double disturb(double sum);
}
