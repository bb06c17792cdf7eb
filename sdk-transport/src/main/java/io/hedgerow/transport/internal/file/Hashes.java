package io.hedgerow.transport.internal.file;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256. */
public final class Hashes {

    private Hashes() {}

    /**
     * A digest without content.
     *
     * @return new
     */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /**
     * The digest of bytes, in words.
     *
     * @param bytes the content
     * @return 64 lower-case hexadecimal digits
     */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }
}
