// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import java.util.List;

/** Tells a site what to sum with the sites U2, with boxes from every other site of U2, in ascending order. */
public record RoundInput(Octets ctx, InputTerms terms, List<Integer> sharing, List<RelayedBox> boxes, Octets signature)
        implements Message {
    public RoundInput {
        sharing = List.copyOf(sharing);
        boxes = List.copyOf(boxes);
    }

    /** The value that the coordinator signs: H("roundinput", ctx2), 32 bytes. */
    public Octets digest() {
        return Transcript.of("roundinput").octets(context()).hash();
    }

    /** The context of the sum: ctx2 = H("ctx2", ctx, inputHash, U2 in ascending order), 32 bytes. */
    public Octets context() {
        return Transcript.of("ctx2")
                .octets(ctx)
                .octets(terms.digest())
                .sites(sharing)
                .hash();
    }

    void writeTo(MessageWriter out) {
        out.octets(ctx);
        terms.writeTo(out);
        out.sites(sharing).list(boxes, item -> item.writeTo(out)).octets(signature);
    }

    static RoundInput readFrom(MessageReader in) {
        return new RoundInput(
                in.hash(),
                InputTerms.readFrom(in),
                in.sites(),
                in.list(Integer.BYTES, () -> RelayedBox.readFrom(in)),
                in.signature());
    }
}
