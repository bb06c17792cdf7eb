// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.archfixture;

import io.hedgerow.transport.archfixture.TransportThing;

/** Uses a sibling module. */
public final class UsesTransport {
    public TransportThing sibling() {
        return new TransportThing();
    }
}
