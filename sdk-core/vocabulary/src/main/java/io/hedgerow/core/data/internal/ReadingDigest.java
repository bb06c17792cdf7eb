// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.internal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Detects whether two readings returned different rows, by a keyed digest. For one reading. Not thread-safe.
 *
 * <p>In order: HMAC-SHA-256 of all rows, one after the other. Otherwise the rows' number and the sum modulo 2¹²⁸ of the
 * first halves of their HMACs, as a multiset hash by addition (Clarke, Devadas, van Dijk, Gassend and Suh 2003). Two
 * readings of at most n rows that differ then have equal digests with probability at most n · 2⁻¹²⁸ over the key: some
 * row comes m times more often in one, 0 &lt; m ≤ n, and at most m values of its HMAC solve m h = c modulo 2¹²⁸.
 * Someone who chose the rows gains nothing by that: the key is drawn for one division of rows, kept in memory, and no
 * digest is shown. A row counts with its user and the bits of its cells, NaN as one.
 */
final class ReadingDigest {

    private static final String ALGORITHM = "HmacSHA256";

    private final Mac mac;
    private final boolean ordered;
    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private long rows;
    private long high;
    private long low;

    ReadingDigest(SecretKeySpec key, boolean ordered) {
        this.ordered = ordered;
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    static SecretKeySpec key(SecureRandom random) {
        byte[] drawn = new byte[32];
        random.nextBytes(drawn);
        return new SecretKeySpec(drawn, ALGORITHM);
    }

    void add(long user, double[] row) {
        int size = Integer.BYTES + Long.BYTES * (1 + row.length);
        if (bytes.capacity() != size) {
            bytes = ByteBuffer.allocate(size);
        }
        bytes.clear().putInt(row.length).putLong(user);
        for (double cell : row) {
            bytes.putLong(Double.doubleToLongBits(cell));
        }
        mac.update(bytes.flip());
        rows++;
        if (!ordered) {
            ByteBuffer own = ByteBuffer.wrap(mac.doFinal());
            high += own.getLong();
            long before = low;
            low += own.getLong();
            high += Long.compareUnsigned(low, before) < 0 ? 1 : 0;
        }
    }

    long rows() {
        return rows;
    }

    byte[] value() {
        return ordered
                ? mac.doFinal()
                : ByteBuffer.allocate(3 * Long.BYTES)
                        .putLong(rows)
                        .putLong(high)
                        .putLong(low)
                        .array();
    }

    static boolean same(byte[] one, byte[] other) {
        return MessageDigest.isEqual(one, other);
    }
}
