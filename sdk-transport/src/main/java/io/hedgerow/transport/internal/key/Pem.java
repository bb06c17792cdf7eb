// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.key;

import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.nist.NISTObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfoBuilder;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcePKCSPBEInputDecryptorProviderBuilder;
import org.bouncycastle.pkcs.jcajce.JcePKCSPBEOutputEncryptorBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;

/** Reads and writes PEM files that hold one object (RFC 7468). */
public final class Pem {

    private static final int LARGEST = 4 << 20;
    private static final String A_KEY = "a private key";
    private static final String NEW_KEY = "make a new one and revoke the certificate";

    private Pem() {}

    public static byte[] text(String type, byte[] der) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return ("-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** Reads the first object of a file, which must be of the given type. */
    public static byte[] read(Path file, String type, String advice) {
        return parse(file.toString(), bytes(file, advice), type);
    }

    /** Reads a private key without a passphrase, which only its owner may read. */
    public static byte[] readSecret(Path file, String advice) {
        return readSecret(file, advice, () -> {
            throw new IdentityException(
                    Reason.PASSPHRASE, file + ": is under a passphrase, and there is none to open it with here");
        });
    }

    public static boolean isEncrypted(Path file, String advice) {
        return isEncrypted(bytes(file, advice));
    }

    private static boolean isEncrypted(byte[] text) {
        return new String(text, StandardCharsets.US_ASCII).contains("-----BEGIN " + EncryptedKey.TYPE);
    }

    /** The same, also of a key under a passphrase, which is asked for then only. */
    public static byte[] readSecret(Path file, String advice, Supplier<Passphrase> asked) {
        requireOwnersAlone(file, A_KEY, NEW_KEY);
        byte[] text = bytes(file, advice);
        if (!isEncrypted(text)) {
            return parse(file.toString(), text, "PRIVATE KEY");
        }
        try (Passphrase passphrase = asked.get()) {
            return EncryptedKey.decrypt(file.toString(), parse(file.toString(), text, EncryptedKey.TYPE), passphrase);
        }
    }

    static void requireOwnersAlone(Path file, String what, String ifCopied) {
        try {
            if (Files.exists(file)) {
                Set<PosixFilePermission> others = PrivateFiles.permissionsOfOthers(file);
                if (!others.isEmpty()) {
                    throw new IdentityException(
                            Reason.PERMISSIONS,
                            file + ": " + what + " must be for its owner alone, others have "
                                    + PosixFilePermissions.toString(others) + ": run chmod 600 " + file
                                    + ", and if someone may have copied it, " + ifCopied);
                }
            }
        } catch (IOException e) {
            throw new IdentityException(Reason.UNREADABLE, file + ": " + FileReason.of(e), e);
        }
    }

    static byte[] bytes(Path file, String advice) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new IdentityException(
                        Reason.UNREADABLE, file + ": must have at most " + LARGEST + " bytes, has more");
            }
            return bytes;
        } catch (NoSuchFileException e) {
            throw new IdentityException(Reason.MISSING, file + ": no such file: " + advice, e);
        } catch (IOException e) {
            throw new IdentityException(Reason.UNREADABLE, file + ": cannot be read: " + FileReason.of(e), e);
        }
    }

    static byte[] parse(String file, byte[] text, String type) {
        try (PemReader reader = new PemReader(new StringReader(new String(text, StandardCharsets.US_ASCII)))) {
            PemObject object = reader.readPemObject();
            if (object != null && object.getType().equals(type)) {
                return object.getContent();
            }
            String was = object == null ? "nothing of the kind" : object.getType();
            throw new IdentityException(
                    Reason.UNREADABLE, file + ": must hold a " + type + " in PEM form, holds " + was);
        } catch (IOException | RuntimeException e) {
            if (e instanceof IdentityException known) {
                throw known;
            }
            throw new IdentityException(Reason.UNREADABLE, file + ": is damaged: not a " + type + " in PEM form", e);
        }
    }

    public static void create(Path file, String type, byte[] der, boolean secret, String advice) {
        try {
            PrivateFiles.create(file, text(type, der), secret);
        } catch (java.nio.file.FileAlreadyExistsException e) {
            throw new IdentityException(
                    Reason.EXISTS, file + ": exists already and is never overwritten: " + advice, e);
        } catch (IOException e) {
            throw new IdentityException(Reason.UNREADABLE, file + ": cannot be written: " + FileReason.of(e), e);
        }
    }

    public static void createSecret(Path file, byte[] pkcs8, Optional<Passphrase> passphrase, String advice) {
        create(
                file,
                passphrase.isPresent() ? EncryptedKey.TYPE : "PRIVATE KEY",
                passphrase.map(one -> EncryptedKey.encrypt(pkcs8, one)).orElse(pkcs8),
                true,
                advice);
    }

    /** Puts a private key under a passphrase, in its place; the file always holds one of the two. */
    public static void lock(Path file, byte[] pkcs8, Passphrase passphrase) {
        try {
            PrivateFiles.replaceOwn(file, text(EncryptedKey.TYPE, EncryptedKey.encrypt(pkcs8, passphrase)));
        } catch (IOException e) {
            throw new IdentityException(Reason.UNREADABLE, file + ": cannot be written: " + FileReason.of(e), e);
        }
    }

    public static void replace(Path file, String type, byte[] der) {
        try {
            PrivateFiles.replace(file, text(type, der));
        } catch (IOException e) {
            throw new IdentityException(Reason.UNREADABLE, file + ": cannot be written: " + FileReason.of(e), e);
        }
    }

    /**
     * A private key under a passphrase: PKCS#8 with PBES2 (RFC 8018), AES-256 in CBC mode under a key of PBKDF2 with
     * HMAC-SHA-256. It hides the key; that the right key came out is checked against its certificate.
     */
    public static final class EncryptedKey {

        public static final String TYPE = "ENCRYPTED PRIVATE KEY";

        /** OWASP's recommendation for PBKDF2 with HMAC-SHA-256; about half a second. */
        private static final int ITERATIONS = 600_000;

        private static final BouncyCastleProvider PROVIDER = new BouncyCastleProvider();

        private EncryptedKey() {}

        static byte[] encrypt(byte[] pkcs8, Passphrase passphrase) {
            return encrypt(pkcs8, passphrase, ITERATIONS);
        }

        /** With another number of iterations, which is in the file: few for tests that try many passphrases. */
        public static byte[] encrypt(byte[] pkcs8, Passphrase passphrase, int iterations) {
            try {
                return new PKCS8EncryptedPrivateKeyInfoBuilder(pkcs8)
                        .build(new JcePKCSPBEOutputEncryptorBuilder(NISTObjectIdentifiers.id_aes256_CBC)
                                .setProvider(PROVIDER)
                                .setPRF(new AlgorithmIdentifier(
                                        PKCSObjectIdentifiers.id_hmacWithSHA256, DERNull.INSTANCE))
                                .setIterationCount(iterations)
                                .build(passphrase.characters()))
                        .getEncoded();
            } catch (OperatorCreationException | IOException e) {
                throw new IllegalStateException("AES-256 under a passphrase must be there, is not", e);
            }
        }

        static byte[] decrypt(String file, byte[] encrypted, Passphrase passphrase) {
            try {
                PrivateKeyInfo key = new PKCS8EncryptedPrivateKeyInfo(encrypted)
                        .decryptPrivateKeyInfo(new JcePKCSPBEInputDecryptorProviderBuilder()
                                .setProvider(PROVIDER)
                                .build(passphrase.characters()));
                return key.getEncoded();
            } catch (PKCSException | IOException | RuntimeException e) {
                throw new IdentityException(
                        Reason.PASSPHRASE,
                        file + ": cannot be decrypted: the passphrase is wrong, or the file is damaged",
                        e);
            }
        }
    }
}
