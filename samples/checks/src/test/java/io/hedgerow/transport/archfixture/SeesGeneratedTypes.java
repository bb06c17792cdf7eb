// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.archfixture;

/** Uses a type that was generated from the wire format. */
public final class SeesGeneratedTypes {
    public Object generated() {
        return io.hedgerow.v1.Part.getDefaultInstance();
    }
}
