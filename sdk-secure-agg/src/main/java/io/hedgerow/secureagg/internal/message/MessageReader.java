// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Reads what {@link MessageWriter} wrote, and nothing else. A short message cannot make it allocate much. */
final class MessageReader {

    private static final int MAX_SITE = 65_534;

    private final byte[] bytes;
    private final int sender;
    private int at;

    /** Names the sender when the bytes are malformed; −1 is the coordinator. */
    MessageReader(Octets message, int sender) {
        bytes = message.toBytes();
        this.sender = sender;
    }

    int u8() {
        require(1);
        return bytes[at++] & 0xff;
    }

    int u32() {
        require(Integer.BYTES);
        return u8() << 24 | u8() << 16 | u8() << 8 | u8();
    }

    long u64() {
        return (long) u32() << 32 | (u32() & 0xffff_ffffL);
    }

    int site() {
        int site = u32();
        if (!(site >= 0 && site <= MAX_SITE)) {
            throw malformed("a site must be 0 to " + MAX_SITE);
        }
        return site;
    }

    Octets octets() {
        int length = u32();
        if (length < 0) {
            throw malformed("a length must not be negative");
        }
        require(length);
        at += length;
        return Octets.copyOf(bytes, at - length, length);
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

    <T> List<T> list(int smallest, Supplier<T> read) {
        int count = u32();
        if (count < 0 || (long) count * smallest > bytes.length - at) {
            throw malformed("a list must fit its message");
        }
        List<T> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            items.add(read.get());
        }
        return items;
    }

    void requireEnd() {
        if (at != bytes.length) {
            throw malformed("a message must end after its last field");
        }
    }

    private void require(int more) {
        if (bytes.length - at < more) {
            throw malformed("a message must not end within a field");
        }
    }

    ViolationException malformed(String what) {
        return sender < 0
                ? ViolationException.byCoordinator(Reason.MALFORMED, what)
                : ViolationException.bySite(Reason.MALFORMED, sender, what);
    }
}
