// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.key;

import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import java.io.IOException;
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

/**
 * A private key under a passphrase: PKCS#8 with PBES2 (RFC 8018), AES-256 in CBC mode under a key of PBKDF2 with
 * HMAC-SHA-256. It hides the key; that the right key came out is checked against its certificate.
 */
public final class EncryptedKey {

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
                            .setPRF(new AlgorithmIdentifier(PKCSObjectIdentifiers.id_hmacWithSHA256, DERNull.INSTANCE))
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
