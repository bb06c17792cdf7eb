// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.accounting;

import io.hedgerow.core.privacy.MechanismEvent;
import java.util.List;

/**
 * A composition to account for.
 *
 * @param delta δ; at least 0 and &lt; 1
 */
public record AccountCase(MechanismEvent event, double delta) {
    public AccountCase {
        if (!(delta >= 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be at least 0 and < 1, was " + delta);
        }
    }

    public static AccountCase of(List<MechanismEvent> steps, double delta) {
        return new AccountCase(new MechanismEvent.Sequence(steps), delta);
    }
}
