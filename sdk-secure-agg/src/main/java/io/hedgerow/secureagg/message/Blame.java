package io.hedgerow.secureagg.message;

import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.Transcript;

/**
 * A site opens the key of a bad box, so that anyone who has the sender's signed shares sees that it is bad.
 *
 * @param ctx the slot with its cohort
 * @param accuser who received the box
 * @param accused who sealed it
 * @param shareKey e from the accused to the accuser
 * @param signature of the accuser
 */
public record Blame(Octets ctx, int accuser, int accused, Octets shareKey, Octets signature) implements Message {
    /**
     * What the accuser signs: H("blame", ctx, u, v, e_{v→u}).
     *
     * @return 32 bytes
     */
    public Octets digest() {
        return Transcript.of("blame")
                .octets(ctx)
                .u32(accuser)
                .u32(accused)
                .octets(shareKey)
                .hash();
    }

    void writeTo(MessageWriter out) {
        out.octets(ctx);
        out.u32(accuser);
        out.u32(accused);
        out.octets(shareKey);
        out.octets(signature);
    }

    static Blame readFrom(MessageReader in) {
        return new Blame(in.hash(), in.site(), in.site(), in.octets(32), in.signature());
    }
}
