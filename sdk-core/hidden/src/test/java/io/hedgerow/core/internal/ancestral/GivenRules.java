// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import java.util.function.BiPredicate;

/** Rules of edges among variables of which none is a parent only. */
public final class GivenRules {

    private GivenRules() {}

    static EdgeRules none(int variables) {
        return of(variables, (i, j) -> true, (i, j) -> false);
    }

    public static EdgeRules of(
            int variables, BiPredicate<Integer, Integer> allows, BiPredicate<Integer, Integer> requires) {
        return new EdgeRules(variables, variables, allows, requires);
    }
}
