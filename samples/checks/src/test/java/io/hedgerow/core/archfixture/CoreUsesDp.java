// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

import io.hedgerow.dp.archfixture.DpThing;

/** Turns the star around. */
public final class CoreUsesDp {
    public Object dp() {
        return new DpThing();
    }
}
