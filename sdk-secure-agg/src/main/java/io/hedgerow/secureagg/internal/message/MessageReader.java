// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.core.internal.bytes.ByteReader;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import java.util.List;

/** Reads what {@link MessageWriter} wrote, and nothing else. A short message cannot make it allocate much. */
final class MessageReader extends ByteReader {

    private static final int MAX_SITE = 65_534;

    private final int sender;

    /** Names the sender when the bytes are malformed; −1 is the coordinator. */
    MessageReader(Octets message, int sender) {
        super(message.toBytes(), what -> malformed(sender, what));
        this.sender = sender;
    }

    int site() {
        int site = u32();
        if (!(site >= 0 && site <= MAX_SITE)) {
            throw malformed("a site must be 0 to " + MAX_SITE);
        }
        return site;
    }

    /** A number of sites, at least one. */
    int count(String what) {
        int count = u32();
        if (!(count >= 1 && count <= MAX_SITE + 1)) {
            throw malformed(what + " must be 1 to " + (MAX_SITE + 1) + " sites, was " + count);
        }
        return count;
    }

    /** A number that counts up from 0, such as that of a slot. */
    long ordinal(String what) {
        long number = u64();
        if (number < 0) {
            throw malformed(what + " must be below 2^63, was " + Long.toUnsignedString(number));
        }
        return number;
    }

    /** A digest, or nothing. */
    Octets optionalHash() {
        Octets value = octets();
        if (value.size() != 0 && value.size() != 32) {
            throw malformed("a field must have 0 or 32 bytes, had " + value.size());
        }
        return value;
    }

    /** Lanes of eight bytes. */
    Octets lanes() {
        Octets value = octets();
        if (value.size() % Long.BYTES != 0) {
            throw malformed("lanes must have 8 bytes each, had " + value.size() + " in all");
        }
        return value;
    }

    Octets octets() {
        return Octets.takeOver(block());
    }

    Octets octets(int size) {
        Octets value = octets();
        if (value.size() != size) {
            throw malformed("a field must have " + size + " bytes, had " + value.size());
        }
        return value;
    }

    Octets hash() {
        return octets(32);
    }

    Octets signature() {
        return octets(64);
    }

    List<Integer> sites() {
        List<Integer> sites = list(Integer.BYTES, this::site);
        for (int i = 1; i < sites.size(); i++) {
            if (sites.get(i) <= sites.get(i - 1)) {
                throw malformed("sites must be in ascending order");
            }
        }
        return sites;
    }

    void requireEnd() {
        if (remaining() > 0) {
            throw malformed("a message must end after its last field");
        }
    }

    ViolationException malformed(String what) {
        return malformed(sender, what);
    }

    private static ViolationException malformed(int sender, String what) {
        return sender < 0
                ? ViolationException.byCoordinator(Reason.MALFORMED, what)
                : ViolationException.bySite(Reason.MALFORMED, sender, what);
    }
}
