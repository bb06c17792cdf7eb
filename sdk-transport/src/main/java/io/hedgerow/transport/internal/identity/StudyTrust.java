// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.internal.certificate.CertifiedName.Role;
import java.net.Socket;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** A TLS trust manager that applies {@link TrustSettings}. */
final class StudyTrust extends X509ExtendedTrustManager {

    private final Role accepted;
    private final Consumer<List<X509Certificate>> check;
    private final X509Certificate root;

    StudyTrust(Role accepted, Consumer<List<X509Certificate>> check, X509Certificate root) {
        this.accepted = accepted;
        this.check = check;
        this.root = root;
    }

    private void check(X509Certificate[] chain, Role role) throws CertificateException {
        if (role != accepted) {
            throw new CertificateException("this end accepts a " + accepted.word() + " and no " + role.word());
        }
        try {
            check.accept(chain == null ? List.of() : List.of(chain));
        } catch (IdentityException e) {
            // The platform chooses the alert by the cause; ours is found behind it.
            throw new CertificateException(
                    e.getMessage(), new CertPathValidatorException(e.getMessage(), e, null, -1, alert(e.reason())));
        }
    }

    private static CertPathValidatorException.Reason alert(IdentityException.Reason reason) {
        return switch (reason) {
            case EXPIRED -> CertPathValidatorException.BasicReason.EXPIRED;
            case NOT_YET_VALID -> CertPathValidatorException.BasicReason.NOT_YET_VALID;
            case REVOKED -> CertPathValidatorException.BasicReason.REVOKED;
            default -> CertPathValidatorException.BasicReason.UNSPECIFIED;
        };
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        check(chain, Role.SITE);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        check(chain, Role.SITE);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        check(chain, Role.SITE);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        check(chain, Role.COORDINATOR);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        check(chain, Role.COORDINATOR);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        check(chain, Role.COORDINATOR);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[] {root};
    }
}
