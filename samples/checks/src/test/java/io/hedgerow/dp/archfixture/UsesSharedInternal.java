// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.archfixture;

import io.hedgerow.core.internal.solver.ClosedFormSolver;

/** Allowed: the package is exported to this module. */
public final class UsesSharedInternal {
    public Class<?> solver() {
        return ClosedFormSolver.class;
    }
}
