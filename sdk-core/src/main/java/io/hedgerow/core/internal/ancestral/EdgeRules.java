// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import java.util.function.BiPredicate;

/**
 * What is known of directed edges beforehand.
 *
 * @param allows whether i → j may be
 * @param requires whether i → j must be
 */
public record EdgeRules(BiPredicate<Integer, Integer> allows, BiPredicate<Integer, Integer> requires) {

    /** Nothing is known. */
    static EdgeRules none() {
        return new EdgeRules((i, j) -> true, (i, j) -> false);
    }

    /** Whether an edge may be between two variables, seen from the first. */
    boolean permit(int i, int j, PathDiagram.Edge edge) {
        boolean forth = edge == PathDiagram.Edge.FORWARD;
        boolean back = edge == PathDiagram.Edge.BACKWARD;
        return (!forth || allows.test(i, j))
                && (!back || allows.test(j, i))
                && (forth || !requires.test(i, j))
                && (back || !requires.test(j, i));
    }
}
