// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.store;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Encodes and checks the frames of a {@link FrameLog}. A frame is the record's length, a check of the length, the
 * record, and H("frame", hash before, record): records cannot be changed, left out or reordered by accident. Touches no
 * file.
 */
final class Frames {

    private static final int HEAD = 2 * Integer.BYTES;
    private static final int HASH = 32;
    private static final int LARGEST = 1 << 28;

    private final Path file;
    private final List<byte[]> records = new ArrayList<>();
    private Octets hash;
    private Octets following;
    private int size;

    /** {@code file}: for messages. */
    Frames(Path file, String kind) {
        this.file = file;
        this.hash = Transcript.of("frames").text(kind).hash();
        this.following = hash;
    }

    /** Reads whole frames, up to one that a crash cut short; anything else is refused. */
    void read(byte[] all) {
        int at = 0;
        while (at < all.length) {
            int left = all.length - at;
            if (isZero(all, at, all.length) || left < HEAD) {
                break;
            }
            ByteBuffer head = ByteBuffer.wrap(all, at, HEAD);
            int length = head.getInt();
            if (head.getInt() != check(length) || !(length >= 0 && length <= LARGEST)) {
                throw damaged(at);
            }
            long end = (long) at + HEAD + length + HASH;
            // bytes that never arrived read as zeros when the file had already been made longer
            if (end > all.length || (end == all.length && isZero(all, all.length - HASH, all.length))) {
                break;
            }
            byte[] entry = new byte[length];
            System.arraycopy(all, at + HEAD, entry, 0, length);
            Octets next = chain(entry);
            if (!Octets.copyOf(all, at + HEAD + length, HASH).equals(next)) {
                throw damaged(at);
            }
            hash = next;
            records.add(entry);
            at = (int) end;
        }
        size = at;
    }

    /** Bytes of the whole frames that were read. */
    int size() {
        return size;
    }

    /** The records that were read. */
    List<byte[]> records() {
        return List.copyOf(records);
    }

    /** The frame of the next record, to be written; {@link #wrote} says that it was. */
    ByteBuffer next(byte[] entry) {
        if (entry.length > LARGEST) {
            throw new JournalException(
                    "file " + file + ": a record must have at most " + LARGEST + " bytes, has " + entry.length);
        }
        following = chain(entry);
        return ByteBuffer.allocate(HEAD + entry.length + HASH)
                .putInt(entry.length)
                .putInt(check(entry.length))
                .put(entry)
                .put(following.toBytes())
                .flip();
    }

    /** Goes on behind the frame of {@link #next}, which is on the disk. */
    void wrote() {
        hash = following;
    }

    private JournalException damaged(int at) {
        return new JournalException("file " + file + " is damaged at byte " + at
                + ": a frame there is not the one that was written. Restore it from the disk's own copy, "
                + "never from an older one");
    }

    private static boolean isZero(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    /** Never 0 for a length, so that a hole in the file is not a frame. */
    private static int check(int length) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Integer.BYTES).putInt(length).flip());
        return (int) crc.getValue() | 1;
    }

    private Octets chain(byte[] entry) {
        return Transcript.of("frame").octets(hash).bytes(entry).hash();
    }
}
