// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import io.hedgerow.core.internal.solver.ClosedFormSolver;

/** An application that reaches into the SDK. */
final class UsesInternalOfSdk {
    Class<?> solver() {
        return ClosedFormSolver.class;
    }
}
