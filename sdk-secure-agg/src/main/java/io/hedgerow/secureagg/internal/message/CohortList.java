// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import java.nio.ByteBuffer;
import java.util.List;

/** U1: the sites that take part in a slot, in ascending order. */
public record CohortList(Octets open, List<Advertise> advertised) implements Message {
    public CohortList {
        advertised = List.copyOf(advertised);
    }

    /** The context of the slot: ctx = H("ctx", open, u ‖ N_u in ascending order of u), 32 bytes. */
    public Octets context() {
        Transcript context = Transcript.of("ctx").octets(open);
        for (Advertise one : advertised) {
            byte[] entry = new byte[Integer.BYTES + one.nonce().size()];
            ByteBuffer.wrap(entry).putInt(one.site());
            one.nonce().copyTo(0, entry, Integer.BYTES, one.nonce().size());
            context.bytes(entry);
        }
        return context.hash();
    }

    public List<Integer> sites() {
        return advertised.stream().map(Advertise::site).toList();
    }

    void writeTo(MessageWriter out) {
        out.octets(open).list(advertised, item -> item.writeTo(out));
    }

    static CohortList readFrom(MessageReader in) {
        return new CohortList(in.hash(), in.list(Integer.BYTES, () -> Advertise.readFrom(in)));
    }
}
