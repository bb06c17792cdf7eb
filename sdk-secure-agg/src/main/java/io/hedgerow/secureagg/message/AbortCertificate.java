package io.hedgerow.secureagg.message;

import io.hedgerow.secureagg.key.Octets;
import java.util.List;

/**
 * Proof that a slot can release nothing any more: so many sites refuse that fewer than t shares can come together.
 *
 * @param sid the session
 * @param slot the slot
 * @param refusals in ascending order of sites
 */
public record AbortCertificate(Octets sid, long slot, List<Refusal> refusals) implements Message {
    public AbortCertificate {
        refusals = List.copyOf(refusals);
    }

    void writeTo(MessageWriter out) {
        out.octets(sid);
        out.u64(slot);
        out.list(refusals, item -> item.writeTo(out));
    }

    static AbortCertificate readFrom(MessageReader in) {
        return new AbortCertificate(in.hash(), in.u64(), in.list(Integer.BYTES, () -> Refusal.readFrom(in)));
    }
}
