// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.certificate.Certificates;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.CertifiedName.Role;
import io.hedgerow.transport.internal.certificate.SiteKey;
import io.hedgerow.transport.internal.identity.RevocationList.FileStamp;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The TLS key and certificate of a site or a coordinator, checked before use. A certificate that was renewed in its
 * file, for the same key and name, is shown from the next connection on. Thread-safe.
 */
public final class TlsMaterial {

    private static final String PROTOCOL = "TLSv1.3";

    private final CertifiedName name;
    private final SiteKey key;
    private final RenewedCertificate certificate;

    private TlsMaterial(CertifiedName name, SiteKey key, RenewedCertificate certificate) {
        this.name = name;
        this.key = key;
        this.certificate = certificate;
    }

    /**
     * Loads {@code tls.key} and {@code tls.pem}.
     *
     * @param trust by which the peer will judge them: the certificate must pass here first
     * @throws IdentityException when a file is missing, damaged or readable by others, when key and certificate do not
     *     belong together, or when the certificate is not good now; each with its own reason
     */
    public static TlsMaterial load(IdentityDirectory directory, Role role, TrustSettings trust) {
        X509Certificate certificate = Certificates.read(
                directory.certificate(),
                "have " + directory.request() + " signed and install the result with `enrol install`");
        SiteKey key = SiteKey.load(directory, certificate.getPublicKey());
        CertifiedName name = trust.require(List.of(certificate), role);
        return new TlsMaterial(
                name,
                key,
                new RenewedCertificate(
                        directory.certificate(),
                        certificate,
                        newer -> newer.getPublicKey().equals(certificate.getPublicKey()) && isOf(name, newer, trust)));
    }

    private static boolean isOf(CertifiedName name, X509Certificate certificate, TrustSettings trust) {
        try {
            return trust.require(List.of(certificate), name.role()).equals(name);
        } catch (IdentityException e) {
            return false;
        }
    }

    /** The same, for a name that is known beforehand. */
    public static TlsMaterial load(IdentityDirectory directory, CertifiedName expected, TrustSettings trust) {
        TlsMaterial material = load(directory, expected.role(), trust);
        if (!material.name.equals(expected)) {
            throw new IdentityException(
                    Reason.WRONG_NAME,
                    directory.certificate() + ": is the certificate of " + material.name + " and not of " + expected
                            + ": use the directory of " + expected + ", or enrol under this name");
        }
        return material;
    }

    public CertifiedName name() {
        return name;
    }

    public X509Certificate certificate() {
        return certificate.get();
    }

    /** The last moment at which it is good. */
    public Instant until() {
        return certificate().getNotAfter().toInstant();
    }

    /** A key manager of the platform, which shows this certificate, or the one that it was renewed with. */
    public X509ExtendedKeyManager keyManager() {
        return new SingleKey(key.privateKey(), certificate);
    }

    /** A TLS 1.3 context for plain sockets of the platform. A server must still ask for client certificates. */
    public SSLContext context(X509ExtendedTrustManager trust) {
        try {
            SSLContext context = SSLContext.getInstance(PROTOCOL);
            context.init(
                    new KeyManager[] {keyManager()}, new TrustManager[] {Objects.requireNonNull(trust, "trust")}, null);
            return context;
        } catch (KeyManagementException e) {
            throw new IllegalStateException("the key must be usable for TLS, is not", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the platform must offer TLS 1.3, does not", e);
        }
    }

    @Override
    public String toString() {
        return "TlsMaterial[" + name + " until " + until() + "]";
    }

    /**
     * Reloads the certificate from its file for each connection, so that a renewed one takes effect without a restart.
     * One that is not good is not shown: the one before stays, and the peer says so when it has expired. Thread-safe.
     */
    private static final class RenewedCertificate implements Supplier<X509Certificate> {

        private final Path file;
        private final Predicate<X509Certificate> accepted;
        private X509Certificate shown;
        private @Nullable FileStamp stamp;

        RenewedCertificate(Path file, X509Certificate first, Predicate<X509Certificate> accepted) {
            this.file = file;
            this.shown = first;
            this.accepted = accepted;
        }

        @Override
        public synchronized X509Certificate get() {
            try {
                FileStamp now = FileStamp.of(file);
                if (!now.equals(stamp)) {
                    X509Certificate found = Certificates.read(file, "install the certificate with `enrol install`");
                    if (found.equals(shown) || accepted.test(found)) {
                        shown = found;
                    }
                    stamp = now;
                }
            } catch (IOException | IdentityException e) {
                stamp = null; // being replaced at this moment, perhaps
            }
            return shown;
        }
    }

    /** A TLS key manager that always presents its one certificate, even if the peer names other authorities. */
    private static final class SingleKey extends X509ExtendedKeyManager {

        private static final String ALIAS = "hedgerow";
        private static final String TYPE = "EC";

        private final PrivateKey key;
        private final Supplier<X509Certificate> certificate;

        SingleKey(PrivateKey key, Supplier<X509Certificate> certificate) {
            this.key = key;
            this.certificate = certificate;
        }

        private static @Nullable String alias(String... types) {
            return List.of(types).contains(TYPE) ? ALIAS : null;
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[] {ALIAS};
        }

        @Override
        public @Nullable String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return alias(types);
        }

        @Override
        public @Nullable String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
            return alias(types);
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return new String[] {ALIAS};
        }

        @Override
        public @Nullable String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            return alias(type);
        }

        @Override
        public @Nullable String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
            return alias(type);
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[] {certificate.get()};
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return key;
        }
    }
}
