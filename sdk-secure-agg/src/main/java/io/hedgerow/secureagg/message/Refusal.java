package io.hedgerow.secureagg.message;

import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.Transcript;

/**
 * A site promises never to release a share in a slot.
 *
 * @param sid the session
 * @param slot the slot
 * @param site the sender u
 * @param signature of the site
 */
public record Refusal(Octets sid, long slot, int site, Octets signature) implements Message {
    /**
     * What the site signs: H("refuse", sid, slot, u).
     *
     * @return 32 bytes
     */
    public Octets digest() {
        return Transcript.of("refuse").octets(sid).u64(slot).u32(site).hash();
    }

    void writeTo(MessageWriter out) {
        out.octets(sid);
        out.u64(slot);
        out.u32(site);
        out.octets(signature);
    }

    static Refusal readFrom(MessageReader in) {
        return new Refusal(in.hash(), in.u64(), in.site(), in.signature());
    }
}
