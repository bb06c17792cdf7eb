// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.bouncycastle.crypto.digests.SHAKEDigest;

/** The random source of the known-answer test: SHAKE256("SAGG/1 KAT" ‖ u32 site), read in order. */
public final class ShakeRandom extends SecureRandom {

    private static final long serialVersionUID = 1L;

    private final transient SHAKEDigest shake = new SHAKEDigest(256);

    public ShakeRandom(int site) {
        this("SAGG/1 KAT", site);
    }

    public ShakeRandom(String label, int site) {
        byte[] prefix = label.getBytes(StandardCharsets.UTF_8);
        shake.update(prefix, 0, prefix.length);
        shake.update(ByteBuffer.allocate(4).putInt(site).array(), 0, 4);
    }

    @Override
    public void nextBytes(byte[] bytes) {
        // SecureRandom's own constructor may ask before there is a stream.
        if (shake != null) {
            shake.doOutput(bytes, 0, bytes.length);
        }
    }

    public byte[] next32() {
        byte[] bytes = new byte[32];
        nextBytes(bytes);
        return bytes;
    }
}
