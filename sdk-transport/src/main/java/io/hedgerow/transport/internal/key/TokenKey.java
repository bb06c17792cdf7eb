// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.key;

import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidParameterException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.ProviderException;
import java.security.Security;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import javax.security.auth.login.LoginException;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The private key of connections on a PKCS#11 token, such as a hardware security module: ECDSA over P-256, by the
 * platform's own provider (SunPKCS11). The key never leaves the token, which signs every handshake. It is found by a
 * certificate with the same CKA_ID.
 *
 * <p>A provider is added to those of the process, at their end, once for each slot: TLS and certificates find the
 * signatures of a key that has no encoding there. Immutable and thread-safe.
 *
 * @param described where it is
 */
public record TokenKey(TokenFile described) {

    private static final String PROVIDER = "SunPKCS11";
    private static final Duration YEARS = Duration.ofDays(36_500);

    /** Reads a description. Nothing of the token is looked at. */
    public static TokenKey read(Path file) {
        return new TokenKey(TokenFile.ofConnections(file));
    }

    public PrivateKey load() {
        KeyStore objects = open();
        return find(objects)
                .map(KeyPair::getPrivate)
                .orElseThrow(() -> new IdentityException(
                        Reason.MISSING,
                        described.file() + ": the token has no key with a certificate under the label "
                                + described.label()
                                + ": make them with `enrol request`, or name the right slot and label"));
    }

    /**
     * Finds the key, or makes it on the token where there is none: it is sensitive and cannot be extracted. A
     * certificate of its own is stored with it, by which the platform finds it; connections never show that one.
     *
     * @throws IdentityException as {@link #load}, and when the token cannot make it
     */
    public KeyPair loadOrCreate() {
        KeyStore objects = open();
        return find(objects).orElseGet(() -> create(objects));
    }

    private Optional<KeyPair> find(KeyStore objects) {
        try {
            if (!objects.containsAlias(described.label())) {
                return Optional.empty();
            }
            Certificate certificate = objects.getCertificate(described.label());
            if (!(objects.getKey(described.label(), null) instanceof PrivateKey key) || certificate == null) {
                throw wrongKind("must be a private key with its certificate, is another object", null);
            }
            if (!key.getAlgorithm().equals("EC")) {
                throw wrongKind("must be an EC key on P-256, is " + key.getAlgorithm(), null);
            }
            return Optional.of(
                    new KeyPair(P256.publicKey(certificate.getPublicKey().getEncoded()), key));
        } catch (GeneralSecurityException | ProviderException e) {
            throw wrongKind("must be an EC key on P-256, is not: " + why(e), e);
        }
    }

    private IdentityException wrongKind(String what, @Nullable Exception cause) {
        String text = described.file() + ": the key " + described.label() + " on the token " + what
                + ": name the label of another key, or make" + " one with `enrol request`";
        return cause == null
                ? new IdentityException(Reason.UNREADABLE, text)
                : new IdentityException(Reason.UNREADABLE, text, cause);
    }

    private KeyPair create(KeyStore objects) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", objects.getProvider());
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair made = generator.generateKeyPair();
            KeyPair pair = new KeyPair(P256.publicKey(made.getPublic().getEncoded()), made.getPrivate());
            objects.setKeyEntry(described.label(), pair.getPrivate(), null, new Certificate[] {placeholder(pair)});
            return find(objects).orElseThrow();
        } catch (GeneralSecurityException | ProviderException | OperatorCreationException e) {
            throw new IdentityException(
                    Reason.TOKEN,
                    described.file() + ": the token cannot make an EC key on P-256 under the label " + described.label()
                            + ": " + why(e)
                            + "; make it with the token's own tools, with a certificate of the same CKA_ID",
                    e);
        }
    }

    private X509Certificate placeholder(KeyPair pair) throws OperatorCreationException, CertificateException {
        X500Name name = new X500Name("CN=hedgerow key on a token");
        Instant now = Instant.EPOCH;
        return new JcaX509CertificateConverter()
                .getCertificate(new JcaX509v3CertificateBuilder(
                                name,
                                BigInteger.ONE,
                                Date.from(now),
                                Date.from(now.plus(YEARS)),
                                name,
                                pair.getPublic())
                        .build(new JcaContentSignerBuilder(P256.SIGNATURE).build(pair.getPrivate())));
    }

    private KeyStore open() {
        return described.login(pin -> open(provider(), pin));
    }

    private KeyStore open(Provider provider, char[] pin) {
        try {
            KeyStore objects = KeyStore.getInstance("PKCS11", provider);
            objects.load(null, pin);
            return objects;
        } catch (IOException e) {
            throw refused(e);
        } catch (GeneralSecurityException | ProviderException e) {
            throw described.absent(why(e), e);
        }
    }

    private IdentityException refused(IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof LoginException && why(e).startsWith("CKR_PIN_")) {
                return described.refused(why(e), e);
            }
        }
        return described.absent(why(e), e);
    }

    /** The last cause, which has the token's own code, such as CKR_PIN_INCORRECT. */
    private static String why(Throwable thrown) {
        Throwable last = thrown;
        while (last.getCause() != null) {
            last = last.getCause();
        }
        return last.getMessage() == null ? last.getClass().getSimpleName() : last.getMessage();
    }

    /** One provider for each slot: a second one of the same slot would log in again, and out. */
    private Provider provider() {
        String name = "hedgerow-"
                + Sha256.hex((described.library() + "\n" + described.place()).getBytes(StandardCharsets.UTF_8))
                        .substring(0, 8);
        synchronized (TokenKey.class) {
            Provider known = Security.getProvider(PROVIDER + "-" + name);
            if (known != null) {
                return known;
            }
            Provider platform = Security.getProvider(PROVIDER);
            if (platform == null) {
                throw new IdentityException(
                        Reason.TOKEN,
                        described.file() + ": this Java has no " + PROVIDER
                                + ": use one with the module jdk.crypto.cryptoki");
            }
            try {
                Provider made = platform.configure(
                        "--name=" + name + "\nlibrary=\"" + described.library() + "\"\n" + described.place()
                                + "\nattributes(generate,CKO_PRIVATE_KEY,CKK_EC)={\n"
                                + "CKA_SENSITIVE=true\nCKA_EXTRACTABLE=false\n"
                                + "CKA_SIGN=true\n}\n");
                Security.addProvider(made);
                return made;
            } catch (InvalidParameterException | ProviderException e) {
                throw described.absent(why(e), e);
            }
        }
    }
}
