package io.hedgerow.secureagg.message;

import io.hedgerow.secureagg.key.Octets;

/**
 * A site says that a box does not hold what it should, and has given the slot up. It shows nothing and proves nothing: it asks for the
 * sender's signed shares, with which it can answer with a {@link Blame}.
 *
 * @param ctx the slot with its cohort
 * @param accuser who received the box
 * @param accused who sealed it, if it came as sealed
 */
public record BadBox(Octets ctx, int accuser, int accused) implements Message {
    void writeTo(MessageWriter out) {
        out.octets(ctx);
        out.u32(accuser);
        out.u32(accused);
    }

    static BadBox readFrom(MessageReader in) {
        return new BadBox(in.hash(), in.site(), in.site());
    }
}
