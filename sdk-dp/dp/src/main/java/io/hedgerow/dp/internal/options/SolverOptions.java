// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.options;

import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.method.settings.SiteUnits;

/** Makes the options of a site's solver from its units. */
public final class SolverOptions {

    private SolverOptions() {}

    public static ProtectedUnits ofSteps(SiteUnits units) {
        return units.byUser()
                ? ProtectedUnits.users(units.adjacency(), units.count(), (double) units.count())
                : ProtectedUnits.records(units.adjacency(), units.count());
    }
}
