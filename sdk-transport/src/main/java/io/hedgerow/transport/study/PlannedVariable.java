// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import io.hedgerow.transport.internal.file.PlanText;
import java.util.Objects;

/**
 * A variable of a study and what is publicly known about its values. Bounds come from knowledge about the quantity and
 * never from data.
 *
 * @param name 1 to 200 characters, no control characters
 * @param lowest lower bound, in the variable's own unit; finite
 * @param highest upper bound; finite and greater
 */
public record PlannedVariable(String name, double lowest, double highest) {
    public PlannedVariable {
        PlanText.require("a variable's name", Objects.requireNonNull(name, "name"));
        if (!(Double.isFinite(lowest) && Double.isFinite(highest) && lowest < highest)) {
            throw new IllegalArgumentException(
                    "bounds of " + name + " must be finite and in order, were [" + lowest + ", " + highest + "]");
        }
        lowest = lowest == 0 ? 0 : lowest; // -0.0 is the same bound
        highest = highest == 0 ? 0 : highest;
    }
}
