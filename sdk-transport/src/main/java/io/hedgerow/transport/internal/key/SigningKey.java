// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.key;

import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.identity.MessageSigner;
import io.hedgerow.transport.identity.PublicSigningKey;
import io.hedgerow.transport.internal.key.SigningTokens.OpenedKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * An Ed25519 private key (RFC 8032): an officer's, for plans and rosters; or a site's or coordinator's, for secure
 * aggregation. Written for its owner alone, under a passphrase or not, never replaced by another key; erased from
 * memory by {@link #close}. Thread-safe until it is closed.
 */
public final class SigningKey implements OpenedKey {

    /** RFC 8410: everything of a PKCS#8 key before its 32 bytes. */
    private static final byte[] PREFIX = HexFormat.of().parseHex("302e020100300506032b657004220420");

    private static final String ADVICE = "make it with `enrol officer-key`, or `enrol request` for a site";

    /** No message of secure aggregation, which signs digests of 32 bytes, and no document, which has three lines. */
    private static final byte[] TRIAL = "hedgerow trial of a key\n".getBytes(StandardCharsets.US_ASCII);

    private final byte[] seed;
    private final PublicSigningKey publicKey;

    private SigningKey(byte[] seed) {
        this.seed = seed;
        byte[] encoded = new byte[Ed25519.PUBLIC_KEY_SIZE];
        Ed25519.generatePublicKey(seed, 0, encoded, 0);
        publicKey = new PublicSigningKey(HexFormat.of().formatHex(encoded));
    }

    public static SigningKey create(Path file) {
        return create(file, Optional.empty());
    }

    /** Makes a key; without a passphrase anyone who reads the file has it. */
    public static SigningKey create(Path file, Optional<Passphrase> passphrase) {
        byte[] seed = new byte[Ed25519.SECRET_KEY_SIZE];
        new SecureRandom().nextBytes(seed);
        byte[] encoded = Arrays.copyOf(PREFIX, PREFIX.length + seed.length);
        System.arraycopy(seed, 0, encoded, PREFIX.length, seed.length);
        try {
            Pem.createSecret(file, encoded, passphrase, "use it, or choose another file");
        } finally {
            Arrays.fill(encoded, (byte) 0);
        }
        return new SigningKey(seed);
    }

    public static SigningKey load(Path file) {
        return of(file, Pem.readSecret(file, ADVICE));
    }

    /** Loads a key. The passphrase is asked for when the key is under one, and closed then. */
    public static SigningKey load(Path file, Supplier<Passphrase> passphrase) {
        return of(file, Pem.readSecret(file, ADVICE, passphrase));
    }

    /** Opens the key of a directory when it is needed; what was typed is erased then. */
    public static Supplier<MessageSigner> typed(IdentityDirectory identity, Supplier<char[]> passphrase) {
        return () -> open(identity, () -> Passphrase.once(passphrase.get()));
    }

    /**
     * Opens the key of a directory, which is in a file or on a token.
     *
     * @param passphrase as for {@link #load(Path, Supplier)}; a token has a PIN instead
     * @throws IdentityException as {@link #load(Path, Supplier)} and {@link SigningTokens#open}, or when nothing that
     *     was found signs with keys on tokens
     */
    public static OpenedKey open(IdentityDirectory identity, Supplier<Passphrase> passphrase) {
        return isOnToken(identity) ? onToken(identity, false) : load(identity.signingKey(), passphrase);
    }

    /**
     * Makes the key of a directory in a file; or on the token that the directory names, unless it has one under that
     * label.
     *
     * @throws IdentityException as {@link #create(Path, Optional)} and {@link SigningTokens#open}, or when there is a
     *     passphrase and a token
     */
    public static OpenedKey create(IdentityDirectory identity, Optional<Passphrase> passphrase) {
        if (!isOnToken(identity)) {
            return create(identity.signingKey(), passphrase);
        }
        if (passphrase.isPresent()) {
            throw new IdentityException(
                    Reason.PASSPHRASE,
                    identity.signingToken() + ": a key on a token has a PIN, which this file names, and no passphrase:"
                            + " leave the passphrase out");
        }
        return onToken(identity, true);
    }

    public static boolean isOnToken(IdentityDirectory identity) {
        return TokenFile.isNamed(identity.signingToken(), identity.signingKey());
    }

    /** Tries the key once: a token may sign a digest, or with another key than the public one beside it. */
    private static OpenedKey onToken(IdentityDirectory identity, boolean make) {
        Path file = identity.signingToken();
        TokenFile described = TokenFile.ofSigning(file);
        OpenedKey key = ServiceLoader.load(SigningTokens.class, SigningTokens.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IdentityException(
                        Reason.TOKEN,
                        file + ": keys on tokens sign with hedgerow-pkcs11, which is not here: put its jars into a"
                                + " directory and name that in the variable HEDGEROW_CONNECTORS, or have the key in a"
                                + " file"))
                .open(described, make);
        try {
            if (!key.publicKey().verifies(TRIAL, key.sign(TRIAL))) {
                throw new IdentityException(
                        Reason.TOKEN,
                        file + ": a signature of the token must verify with the public key under the label "
                                + described.label() + ", did not: give the pair one CKA_ID, or make another key with"
                                + " `enrol request`");
            }
            return key;
        } catch (RuntimeException e) {
            key.close();
            throw e;
        }
    }

    public static boolean isEncrypted(Path file) {
        return Pem.isEncrypted(file, ADVICE);
    }

    /**
     * Puts a key under a passphrase, or under another one.
     *
     * @param before is asked for when the key is under one; closed then
     * @param passphrase of the key from now on, asked for last; closed then
     * @throws IdentityException as {@link #load(Path, Supplier)}, or when the file cannot be written; the key stays as
     *     it was
     */
    public static SigningKey lock(Path file, Supplier<Passphrase> before, Supplier<Passphrase> passphrase) {
        byte[] encoded = Pem.readSecret(file, ADVICE, before);
        try {
            SigningKey key = of(file, encoded.clone());
            try (Passphrase one = passphrase.get()) {
                Pem.lock(file, encoded, one);
            }
            return key;
        } finally {
            Arrays.fill(encoded, (byte) 0);
        }
    }

    private static SigningKey of(Path file, byte[] encoded) {
        if (encoded.length != PREFIX.length + Ed25519.SECRET_KEY_SIZE
                || !Arrays.equals(encoded, 0, PREFIX.length, PREFIX, 0, PREFIX.length)) {
            throw new IdentityException(Reason.UNREADABLE, file + ": must hold an Ed25519 key in PKCS#8 form");
        }
        SigningKey key = new SigningKey(Arrays.copyOfRange(encoded, PREFIX.length, encoded.length));
        Arrays.fill(encoded, (byte) 0);
        return key;
    }

    @Override
    public PublicSigningKey publicKey() {
        return publicKey;
    }

    /** Signs a message, 64 bytes. The caller must keep kinds of messages apart by their first bytes. */
    @Override
    public byte[] sign(byte[] message) {
        byte[] signature = new byte[Ed25519.SIGNATURE_SIZE];
        Ed25519.sign(seed, 0, message, 0, message.length, signature, 0);
        return signature;
    }

    public DocumentSignatures addTo(DocumentSignatures before) {
        return before.plus(publicKey, sign(before.digest().message()));
    }

    @Override
    public void close() {
        Arrays.fill(seed, (byte) 0);
    }

    @Override
    public String toString() {
        return "SigningKey[" + publicKey + "]";
    }
}
