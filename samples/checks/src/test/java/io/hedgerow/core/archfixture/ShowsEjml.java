// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

import java.util.List;
import org.ejml.data.DMatrixRMaj;

/** Shows a library's type to callers, inside of a generic type. */
public final class ShowsEjml {
    public List<DMatrixRMaj> matrices() {
        return List.of();
    }
}
