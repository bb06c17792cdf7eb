// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

import io.hedgerow.core.privacy.MechanismEvent;
import java.util.function.DoubleSupplier;

/**
 * A mechanism on two neighbouring data sets, and the claim about its cost.
 *
 * <p>The data are made for the audit: a canary that moves the output as far as the mechanism allows, in one direction
 * on one data set and in the other on its neighbour. The statistic is a function of what an adversary sees, never of
 * the data.
 *
 * @param mechanism name for tables
 * @param claimed the claimed cost of one run
 * @param delta δ at which ε is reported; at least 0 and &lt; 1
 * @param left one run with the canary; gives the statistic
 * @param right one run with the canary's opposite
 */
public record AuditCase(
        String mechanism, MechanismEvent claimed, double delta, DoubleSupplier left, DoubleSupplier right) {
    public AuditCase {
        if (!(delta >= 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be at least 0 and < 1, was " + delta);
        }
    }

    public AuditCase named(String name) {
        return new AuditCase(name, claimed, delta, left, right);
    }
}
