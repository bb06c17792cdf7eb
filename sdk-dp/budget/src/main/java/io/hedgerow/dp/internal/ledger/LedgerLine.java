// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.ledger;

import io.hedgerow.core.internal.file.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * One line of a ledger file: length of the document and a check of that length, the document, its hash.
 *
 * <pre>0000012c 5ad0f3b1 {"sequence":7,...} 64 hexadecimal digits of SHA-256(everything before in this line)⏎</pre>
 *
 * <p>The length has a check of its own, so that a line is called incomplete only when the file ends inside of it; a
 * changed length is damage. Hexadecimal digits are lower case, and compared as text: every line has one spelling.
 */
public final class LedgerLine {

    /** The length of two numbers of eight digits, each with the space after it. */
    static final int PREFIX = 18;

    /** The length of a space, 64 digits and a line feed. */
    private static final int SUFFIX = 66;

    static final int LARGEST_DOCUMENT = 64 << 20;

    private static final HexFormat HEX = HexFormat.of();

    private LedgerLine() {}

    public static byte[] line(byte[] document) {
        if (document.length > LARGEST_DOCUMENT) {
            throw new IllegalArgumentException(
                    "a record must have at most " + LARGEST_DOCUMENT + " bytes, has " + document.length);
        }
        byte[] line = new byte[PREFIX + document.length + SUFFIX];
        System.arraycopy(prefix(document.length), 0, line, 0, PREFIX);
        System.arraycopy(document, 0, line, PREFIX, document.length);
        byte[] suffix = suffix(line, 0, PREFIX + document.length);
        System.arraycopy(suffix, 0, line, PREFIX + document.length, SUFFIX);
        return line;
    }

    public static String hash(byte[] line) {
        return new String(line, line.length - SUFFIX + 1, SUFFIX - 2, StandardCharsets.US_ASCII);
    }

    /** The hash that the first line states; not verified. */
    public static Optional<String> firstHash(byte[] content) {
        int end = 0;
        while (end < content.length && content[end] != '\n') {
            end++;
        }
        return end == content.length || end < SUFFIX
                ? Optional.empty()
                : Optional.of(new String(content, end - SUFFIX + 2, SUFFIX - 2, StandardCharsets.US_ASCII));
    }

    private static byte[] prefix(int length) {
        byte[] digits = HEX.toHexDigits(length).getBytes(StandardCharsets.US_ASCII);
        CRC32C check = new CRC32C();
        check.update(digits);
        return (HEX.toHexDigits(length) + " " + HEX.toHexDigits((int) check.getValue()) + " ")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] suffix(byte[] bytes, int from, int length) {
        MessageDigest digest = Sha256.start();
        digest.update(bytes, from, length);
        return (" " + HEX.formatHex(digest.digest()) + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** The document of the line that starts here; empty when the bytes end inside of it; throws when it is none. */
    public static Optional<Line> read(byte[] bytes, int from, String beginning) {
        int there = bytes.length - from;
        int length = there < 8 ? -1 : length(bytes, from);
        byte[] prefix = prefix(Math.max(length, 0));
        if (length < 0 ? !isHex(bytes, from, there) : !startsWith(bytes, from, prefix)) {
            throw new IllegalArgumentException("does not begin with its length");
        }
        byte[] start = beginning.getBytes(StandardCharsets.UTF_8);
        if (there < PREFIX + (long) length + SUFFIX || length < 0) {
            int shown = there - PREFIX;
            boolean ours = shown <= 0 || startsWith(bytes, from + PREFIX, start);
            boolean documentIsShort = length >= 0 && length < start.length;
            if (!ours || documentIsShort || hasControls(bytes, from)) {
                throw new IllegalArgumentException("is not what follows the record before");
            }
            return Optional.empty();
        }
        if (!startsWith(bytes, from + PREFIX + length, suffix(bytes, from, PREFIX + length))) {
            throw new IllegalArgumentException("does not match its hash");
        }
        if (length < start.length || !startsWith(bytes, from + PREFIX, start)) {
            throw new IllegalArgumentException("does not follow the record before");
        }
        byte[] document = Arrays.copyOfRange(bytes, from + PREFIX, from + PREFIX + length);
        String hash = new String(bytes, from + PREFIX + length + 1, SUFFIX - 2, StandardCharsets.US_ASCII);
        return Optional.of(new Line(document, hash, from + PREFIX + length + SUFFIX));
    }

    private static int length(byte[] bytes, int from) {
        if (!isHex(bytes, from, 8)) {
            throw new IllegalArgumentException("does not begin with its length");
        }
        long length = HexFormat.fromHexDigitsToLong(new String(bytes, from, 8, StandardCharsets.US_ASCII));
        if (length > LARGEST_DOCUMENT) {
            throw new IllegalArgumentException("does not begin with a length that a record can have");
        }
        return (int) length;
    }

    private static boolean isHex(byte[] bytes, int from, int count) {
        for (int k = from; k < from + count; k++) {
            if (!(bytes[k] >= '0' && bytes[k] <= '9') && !(bytes[k] >= 'a' && bytes[k] <= 'f')) {
                return false;
            }
        }
        return true;
    }

    /** Whether there is a control character inside the line; only its end is one, and an incomplete line has none. */
    private static boolean hasControls(byte[] bytes, int from) {
        for (int k = from; k < bytes.length; k++) {
            if (bytes[k] >= 0 && bytes[k] < ' ') {
                return true;
            }
        }
        return false;
    }

    /** Whether the bytes start as expected, as far as they go. */
    private static boolean startsWith(byte[] bytes, int from, byte[] expected) {
        int there = Math.min(expected.length, bytes.length - from);
        return Arrays.equals(bytes, from, from + there, expected, 0, there);
    }

    public static final class Line {
        private final byte[] document;
        private final String hash;
        private final int end;

        private Line(byte[] document, String hash, int end) {
            this.document = document;
            this.hash = hash;
            this.end = end;
        }

        public byte[] document() {
            return document;
        }

        public String hash() {
            return hash;
        }

        public int end() {
            return end;
        }
    }
}
