// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.archfixture;

import io.hedgerow.secureagg.archfixture.SecureAggThing;

/** Uses a sibling module. */
public final class TransportThing {
    public SecureAggThing sibling() {
        return new SecureAggThing();
    }
}
