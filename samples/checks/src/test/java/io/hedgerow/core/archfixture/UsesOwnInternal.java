// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

import io.hedgerow.core.archfixture.internal.Kernel;

/** Allowed: the kernel is of the same module. */
public final class UsesOwnInternal {
    public Object kernel() {
        return new Kernel();
    }
}
