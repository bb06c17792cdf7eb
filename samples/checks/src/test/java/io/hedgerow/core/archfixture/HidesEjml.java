// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

import org.ejml.data.DMatrixRMaj;

/** Allowed: nobody outside sees the library's type. */
public final class HidesEjml {
    private final DMatrixRMaj matrix = new DMatrixRMaj(1, 1);

    public double value() {
        return matrix.get(0, 0);
    }
}
