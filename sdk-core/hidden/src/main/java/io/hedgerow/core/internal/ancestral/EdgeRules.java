// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import java.util.function.BiPredicate;

public final class EdgeRules {

    private final int variables;
    private final boolean[] allowed;

    private final boolean[] required;
    private final boolean[] causing;
    /** Variables before those that are parents only, of which no hidden cause is considered. */
    private final int explained;

    /**
     * Takes which edges i → j are allowed, and which are required. Variables from {@code explained} on are parents
     * only, such as lags.
     */
    public EdgeRules(
            int variables,
            int explained,
            BiPredicate<Integer, Integer> allows,
            BiPredicate<Integer, Integer> requires) {
        this.variables = variables;
        this.explained = explained;
        this.allowed = new boolean[variables * variables];
        this.required = new boolean[variables * variables];
        for (int i = 0; i < variables; i++) {
            for (int j = 0; j < variables; j++) {
                allowed[i * variables + j] = i != j && allows.test(i, j);
                required[i * variables + j] = i != j && requires.test(i, j);
            }
        }
        this.causing = reachable();
    }

    /** The same where i → j is not allowed. */
    EdgeRules without(int i, int j) {
        return new EdgeRules(
                variables,
                explained,
                (a, b) -> allowed[a * variables + b] && !(a == i && b == j),
                (a, b) -> required[a * variables + b]);
    }

    private boolean[] reachable() {
        int d = variables;
        boolean[] reached = new boolean[d * d];
        int[] queue = new int[d];
        for (int i = 0; i < d; i++) {
            int end = 0;
            queue[end++] = i;
            reached[i * d + i] = true;
            for (int at = 0; at < end; at++) {
                for (int k = 0; k < d; k++) {
                    if (!reached[i * d + k] && allowed[queue[at] * d + k]) {
                        reached[i * d + k] = true;
                        queue[end++] = k;
                    }
                }
            }
        }
        return reached;
    }

    boolean requires(int i, int j) {
        return required[i * variables + j];
    }

    /** Whether allowed edges lead from i to j. */
    boolean mayCause(int i, int j) {
        return causing[i * variables + j];
    }

    /** Whether an edge may be between two variables, seen from the first. */
    boolean permit(int i, int j, PathDiagram.Edge edge) {
        boolean forth = edge == PathDiagram.Edge.FORWARD;
        boolean back = edge == PathDiagram.Edge.BACKWARD;
        return (!forth || allowed[i * variables + j])
                && (!back || allowed[j * variables + i])
                && (forth || !requires(i, j))
                && (back || !requires(j, i))
                && (edge != PathDiagram.Edge.TWO_HEADED || Math.max(i, j) < explained);
    }
}
