// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.certificate.Certificates;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.CertifiedName.Role;
import io.hedgerow.transport.internal.certificate.SiteKey;
import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * One end's key and its certificate, checked before they are used, so that a mistake is found here and not by the peer.
 * A certificate that was renewed in its file, for the same key and name, is shown from the next connection on.
 * Thread-safe.
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

    /**
     * The same, for a name that is known beforehand.
     *
     * @throws IdentityException as {@link #load(IdentityDirectory, Role, TrustSettings)}, and when the certificate has
     *     another name
     */
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
}
