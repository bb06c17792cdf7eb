// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;

/**
 * A site says that a box does not hold the shares that its sender committed to, and has given the slot up. It proves
 * nothing: either of the two may lie, and so both are named.
 *
 * @param ctx the slot with its cohort
 * @param accuser who received the box
 * @param accused who sealed it, if it came as sealed
 */
public record BadBox(Octets ctx, int accuser, int accused) implements Message {
    void writeTo(MessageWriter out) {
        out.octets(ctx).u32(accuser).u32(accused);
    }

    static BadBox readFrom(MessageReader in) {
        return new BadBox(in.hash(), in.site(), in.site());
    }
}
