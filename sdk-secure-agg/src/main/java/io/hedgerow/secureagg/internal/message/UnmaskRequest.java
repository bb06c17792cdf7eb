// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import java.util.List;

/** Enough sites confirmed the same survivors, in ascending order: the others may release their shares. */
public record UnmaskRequest(Octets cons, List<Consistency> confirmations) implements Message {
    public UnmaskRequest {
        confirmations = List.copyOf(confirmations);
    }

    void writeTo(MessageWriter out) {
        out.octets(cons).list(confirmations, item -> item.writeTo(out));
    }

    static UnmaskRequest readFrom(MessageReader in) {
        return new UnmaskRequest(in.hash(), in.list(Integer.BYTES, () -> Consistency.readFrom(in)));
    }
}
