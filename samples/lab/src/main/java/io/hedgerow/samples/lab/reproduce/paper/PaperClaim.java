// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.paper;

import java.util.List;

/**
 * A statement or drawing of a paper without numbers: one line is below another, at all of some points. Or, of a grid:
 * one point is as good as the best.
 *
 * @param text in a few words
 * @param lower the line below; of a grid, the line
 * @param higher the line above; empty for a claim about the best point
 * @param at the points; empty for all
 */
public record PaperClaim(String text, Measure measure, String lower, String higher, List<String> at, String place) {
    public PaperClaim {
        at = List.copyOf(at);
    }

    public boolean isOfBest() {
        return higher.isEmpty();
    }
}
