// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.archfixture;

import io.hedgerow.dp.archfixture.DpThing;

/** Uses a sibling module. */
public final class SecureAggThing {
    public DpThing sibling() {
        return new DpThing();
    }
}
