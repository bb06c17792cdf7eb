package io.hedgerow.secureagg.message;

import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.Transcript;
import java.util.List;

/**
 * What was released in a slot; receipts of a session form a chain.
 *
 * @param previous receipt before this one
 * @param sid the session
 * @param slot the slot
 * @param ctx2 the context of the sum
 * @param sumDigest SHA-256 of the sum's lanes
 * @param included U3
 * @param confirmations of the sites, at least t; none with an honest coordinator
 * @param signature of the coordinator
 */
public record Receipt(
        Octets previous,
        Octets sid,
        long slot,
        Octets ctx2,
        Octets sumDigest,
        List<Integer> included,
        List<Consistency> confirmations,
        Octets signature)
        implements Message {
    public Receipt {
        included = List.copyOf(included);
        confirmations = List.copyOf(confirmations);
    }

    /**
     * What the coordinator signs, and the name of the receipt: H("receipt", previous, sid, slot, ctx2, sumDigest, U3).
     *
     * @return 32 bytes
     */
    public Octets digest() {
        return Transcript.of("receipt")
                .octets(previous)
                .octets(sid)
                .u64(slot)
                .octets(ctx2)
                .octets(sumDigest)
                .sites(included)
                .hash();
    }

    void writeTo(MessageWriter out) {
        out.octets(previous);
        out.octets(sid);
        out.u64(slot);
        out.octets(ctx2);
        out.octets(sumDigest);
        out.sites(included);
        out.list(confirmations, item -> item.writeTo(out));
        out.octets(signature);
    }

    static Receipt readFrom(MessageReader in) {
        return new Receipt(
                in.hash(),
                in.hash(),
                in.u64(),
                in.hash(),
                in.hash(),
                in.sites(),
                in.list(Integer.BYTES, () -> Consistency.readFrom(in)),
                in.signature());
    }
}
