// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.key;

import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.internal.yaml.YamlDocument;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.internal.yaml.YamlProblem;
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
import java.util.Arrays;
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
 * platform's own provider (SunPKCS11). The key never leaves the token, which signs every handshake. The token is
 * described by a file of YAML:
 *
 * <pre>
 * library: /usr/lib/softhsm/libsofthsm2.so    # the maker's PKCS#11 library, an absolute path
 * slot: 757963172                             # its number; or slotIndex: its place among all slots, from 0
 * label: north-tls                            # of the key and of a certificate with the same CKA_ID
 * pinFile: /run/secrets/north.pin             # its first line; or pinVariable: NAME, of the environment
 * </pre>
 *
 * <p>A provider is added to those of the process, at their end, once for each slot: TLS and certificates find the
 * signatures of a key that has no encoding there. A PIN that the token did not accept is not tried again in the
 * process: the provider remembers its SHA-256 digest. Immutable and thread-safe.
 *
 * @param file the description, for messages
 * @param library absolute path
 * @param slot a line of the provider's own configuration, that names the slot
 * @param label of the key
 * @param pinFile a file for its owner alone; empty when {@code pinVariable} names the PIN
 * @param pinVariable a variable of the environment
 */
public record TokenKey(
        Path file, String library, String slot, String label, Optional<Path> pinFile, Optional<String> pinVariable) {

    private static final int LARGEST = 64 << 10;
    private static final String PROVIDER = "SunPKCS11";
    /** A property of a provider of ours; one without a dot names no service. */
    private static final String REFUSED = "HedgerowRefusedPin";

    private static final String LIBRARY = "/[^\"$\\p{Cntrl}]{1,500}";
    private static final Duration YEARS = Duration.ofDays(36_500);

    /**
     * Reads a description. Nothing of the token is looked at.
     *
     * @throws IdentityException when it is no description
     */
    public static TokenKey read(Path file) {
        try {
            YamlNode root = YamlDocument.read(file, LARGEST);
            root.requireOnly("library", "slot", "slotIndex", "label", "pinFile", "pinVariable");
            Optional<YamlNode> slot = root.optional("slot");
            Optional<YamlNode> index = root.optional("slotIndex");
            if (slot.isPresent() == index.isPresent()) {
                throw root.complain("must name the slot once, by slot or by slotIndex");
            }
            Optional<YamlNode> pin = root.optional("pinFile");
            Optional<YamlNode> variable = root.optional("pinVariable");
            if (pin.isPresent() == variable.isPresent()) {
                throw root.complain("must say where the PIN is once, by pinFile or by pinVariable");
            }
            return new TokenKey(
                    file,
                    root.required("library").matching(LIBRARY, "the absolute path of a library without quotes and $"),
                    slot.map(node -> "slot=" + node.whole(0, Long.MAX_VALUE))
                            .orElseGet(
                                    () -> "slotListIndex=" + index.orElseThrow().whole(0, 10_000)),
                    root.required("label").matching("[^\\p{Cntrl}]{1,200}", "the label of a key"),
                    pin.map(node -> file.resolveSibling(node.text("a file"))),
                    variable.map(node -> node.matching("[A-Za-z_][A-Za-z0-9_]*", "the name of a variable")));
        } catch (YamlProblem e) {
            throw new IdentityException(Reason.UNREADABLE, e.text(), e);
        }
    }

    /**
     * Finds the key.
     *
     * @throws IdentityException when there is no such token, the PIN is wrong, or the token has no such key of P-256
     */
    public PrivateKey load() {
        KeyStore objects = open();
        return find(objects)
                .map(KeyPair::getPrivate)
                .orElseThrow(() -> new IdentityException(
                        Reason.MISSING,
                        file + ": the token has no key with a certificate under the label " + label
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
            if (!objects.containsAlias(label)) {
                return Optional.empty();
            }
            Certificate certificate = objects.getCertificate(label);
            if (!(objects.getKey(label, null) instanceof PrivateKey key) || certificate == null) {
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
        String text = file + ": the key " + label + " on the token " + what + ": name the label of another key, or make"
                + " one with `enrol request`";
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
            objects.setKeyEntry(label, pair.getPrivate(), null, new Certificate[] {placeholder(pair)});
            return find(objects).orElseThrow();
        } catch (GeneralSecurityException | ProviderException | OperatorCreationException e) {
            throw new IdentityException(
                    Reason.TOKEN,
                    file + ": the token cannot make an EC key on P-256 under the label " + label + ": " + why(e)
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
        char[] pin = pin();
        Provider provider = provider();
        try {
            return open(provider, pin);
        } catch (GeneralSecurityException | ProviderException e) {
            throw noToken(e);
        } finally {
            Arrays.fill(pin, '\0');
        }
    }

    /** One try of a PIN at a time, and one of each PIN that is refused: an agent looks at many studies. */
    private KeyStore open(Provider provider, char[] pin) throws GeneralSecurityException {
        synchronized (TokenKey.class) {
            String digest = Sha256.hex(new String(pin).getBytes(StandardCharsets.UTF_8));
            if (digest.equals(provider.get(REFUSED))) {
                throw new IdentityException(
                        Reason.PASSPHRASE,
                        file + ": the token did not accept the PIN of " + pinSource() + ", which is not tried again:"
                                + " mend it, or start this process again if the token has this PIN now");
            }
            KeyStore objects = KeyStore.getInstance("PKCS11", provider);
            try {
                objects.load(null, pin);
                return objects;
            } catch (IOException e) {
                IdentityException refused = refused(e);
                if (refused.reason() == Reason.PASSPHRASE && why(e).startsWith("CKR_PIN_")) {
                    provider.put(REFUSED, digest);
                }
                throw refused;
            }
        }
    }

    private String pinSource() {
        return pinFile.map(Path::toString).or(() -> pinVariable).orElseThrow();
    }

    private IdentityException refused(IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof LoginException) {
                return new IdentityException(
                        Reason.PASSPHRASE,
                        file + ": the token does not accept the PIN of " + pinSource() + " (" + why(e)
                                + "): mend it before the next try, most tokens lock after a few",
                        e);
            }
        }
        return noToken(e);
    }

    private IdentityException noToken(Exception e) {
        return new IdentityException(
                Reason.TOKEN,
                file + ": there is no token that can be used at " + slot + " of " + library + ": " + why(e)
                        + "; see the slots with `pkcs11-tool --module " + library + " -L`",
                e);
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
                + Sha256.hex((library + "\n" + slot).getBytes(StandardCharsets.UTF_8))
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
                        file + ": this Java has no " + PROVIDER + ": use one with the module jdk.crypto.cryptoki");
            }
            try {
                Provider made = platform.configure("--name=" + name + "\nlibrary=\"" + library + "\"\n" + slot
                        + "\nattributes(generate,CKO_PRIVATE_KEY,CKK_EC)={\nCKA_SENSITIVE=true\nCKA_EXTRACTABLE=false\n"
                        + "CKA_SIGN=true\n}\n");
                Security.addProvider(made);
                return made;
            } catch (InvalidParameterException | ProviderException e) {
                throw noToken(e);
            }
        }
    }

    private char[] pin() {
        if (pinVariable.isPresent()) {
            String value = System.getenv(pinVariable.get());
            if (value == null) {
                throw new IdentityException(
                        Reason.PASSPHRASE,
                        file + ": pinVariable names " + pinVariable.get() + ", which is not set: set it, or name a"
                                + " pinFile");
            }
            return value.toCharArray();
        }
        return Passphrase.firstLine(pinFile.orElseThrow(), "a PIN", "change the PIN", "write the PIN into it");
    }

    @Override
    public String toString() {
        return "TokenKey[" + library + ", " + slot + ", " + label + "]";
    }
}
