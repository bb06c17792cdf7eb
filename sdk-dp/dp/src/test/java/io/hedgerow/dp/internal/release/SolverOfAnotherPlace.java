// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.dp.site.StatedSolver;

/** A solver whose package has the name of one of the SDK, and whose classes are elsewhere. */
public final class SolverOfAnotherPlace extends StatedSolver {

    public SolverOfAnotherPlace() {
        super(1e-9, 1e-9, () -> {});
    }

    @Override
    public String id() {
        return "dp-gram";
    }
}
