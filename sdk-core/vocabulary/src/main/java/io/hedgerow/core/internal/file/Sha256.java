// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

public final class Sha256 {

    private Sha256() {}

    public static MessageDigest start() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must have SHA-256, this one has not", e);
        }
    }

    public static byte[] of(byte[] bytes) {
        return start().digest(bytes);
    }

    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(of(bytes));
    }
}
