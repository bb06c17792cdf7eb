// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.archfixture;

import io.hedgerow.core.internal.solver.ClosedFormSolver;

/** Reaches into a package that is exported to another module and not to this one. */
public final class UsesUnsharedInternal {
    public Class<?> solver() {
        return ClosedFormSolver.class;
    }
}
