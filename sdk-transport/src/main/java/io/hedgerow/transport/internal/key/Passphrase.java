// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.key;

import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The secret that encrypts a private key. It is never in a message, a log or {@code toString}; closing erases it from
 * memory, as far as Java lets one. Not thread-safe.
 */
public final class Passphrase implements AutoCloseable {

    /** Shorter ones do not hold against an attacker who has the file. */
    private static final int SHORTEST = 12;

    private static final int LONGEST = 1000;

    private final char[] characters;

    private Passphrase(char[] characters) {
        this.characters = characters;
    }

    public static Passphrase of(char[] typed) {
        if (typed.length < SHORTEST || typed.length > LONGEST) {
            throw new IllegalArgumentException(
                    "a passphrase must have " + SHORTEST + " to " + LONGEST + " characters, had " + typed.length);
        }
        return new Passphrase(typed.clone());
    }

    /** Copies what was typed, and erases it. */
    public static Passphrase once(char[] typed) {
        try {
            return of(typed);
        } finally {
            Arrays.fill(typed, '\0');
        }
    }

    /** Fails with an {@link IdentityException} when a key needs a passphrase and there is none. */
    public static Supplier<char[]> none() {
        return () -> {
            throw new IdentityException(
                    Reason.PASSPHRASE, "the signing key is under a passphrase, and none was given to open it with");
        };
    }

    /** The first line of a UTF-8 file that only its owner may read. */
    public static Passphrase read(Path file) {
        return once(firstLine(
                file, "a passphrase", "make a new key", "write the passphrase into it, or name another file"));
    }

    /**
     * The first line of a UTF-8 file that only its owner may read; the caller erases it after use.
     *
     * @param what it is, for messages
     * @param ifCopied what to do when someone else may have read it
     */
    static char[] firstLine(Path file, String what, String ifCopied, String advice) {
        Pem.requireOwnersAlone(file, what, ifCopied);
        byte[] bytes = Pem.bytes(file, advice);
        int end = 0;
        while (end < bytes.length && bytes[end] != '\n' && bytes[end] != '\r') {
            end++;
        }
        try {
            CharBuffer decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, end));
            char[] line = new char[decoded.remaining()];
            decoded.get(line);
            Arrays.fill(decoded.array(), '\0');
            return line;
        } catch (CharacterCodingException e) {
            throw new IdentityException(Reason.UNREADABLE, file + ": must be text in UTF-8, is not", e);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    /** A copy, which the caller erases after use. */
    public char[] typed() {
        return characters.clone();
    }

    char[] characters() {
        return characters;
    }

    @Override
    public void close() {
        Arrays.fill(characters, '\0');
    }

    @Override
    public String toString() {
        return "Passphrase[hidden]";
    }
}
