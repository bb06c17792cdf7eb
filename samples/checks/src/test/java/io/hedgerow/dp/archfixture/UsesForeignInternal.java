// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.archfixture;

import io.hedgerow.core.archfixture.internal.Kernel;

/** Reaches into another module. */
public final class UsesForeignInternal {
    public Object kernel() {
        return new Kernel();
    }
}
