// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.accounting;

import io.hedgerow.core.privacy.MechanismEvent;

/**
 * Bounds the (ε, δ) that a mechanism event costs. The result is an upper bound: every sum, loss and conversion is
 * rounded up.
 *
 * <p>Implementations are thread-safe.
 */
public interface Accountant {

    /**
     * Returns the name in ledgers, results and tables, such as {@code rdp}.
     *
     * @return a short stable identifier
     */
    String id();

    /**
     * Returns the smallest ε that this accountant can certify.
     *
     * @param event the calls, in chronological order
     * @param delta δ; at least 0 and &lt; 1
     * @return ε, rounded up; {@link Double#POSITIVE_INFINITY} when it certifies none at this δ
     * @throws IllegalArgumentException when δ is out of range or the event holds a part without a guarantee
     */
    double epsilon(MechanismEvent event, double delta);
}
