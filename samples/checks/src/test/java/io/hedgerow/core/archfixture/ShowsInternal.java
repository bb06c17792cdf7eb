// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

import io.hedgerow.core.archfixture.internal.Kernel;
import java.util.Optional;

/** Shows an internal type to callers, inside of a generic type. */
public final class ShowsInternal {
    public Optional<Kernel> kernel() {
        return Optional.empty();
    }
}
