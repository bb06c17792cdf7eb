// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/**
 * A certificate that an authority signed.
 *
 * @param revoked whether it is on the list of revoked certificates
 */
public record IssuedCertificate(X509Certificate certificate, CertifiedName name, boolean revoked) {
    static IssuedCertificate of(X509Certificate certificate, boolean revoked) {
        return new IssuedCertificate(
                certificate,
                SubjectNames.name(certificate)
                        .orElseThrow(() -> new IdentityException(
                                Reason.UNREADABLE,
                                "the certificate with serial "
                                        + certificate.getSerialNumber().toString(16)
                                        + " in the folder issued names neither a site nor a coordinator")),
                revoked);
    }

    /** Its number, by which it is revoked. */
    public String serial() {
        return certificate.getSerialNumber().toString(16);
    }

    /**
     * Its end.
     *
     * @return last moment
     */
    public Instant until() {
        return certificate.getNotAfter().toInstant();
    }

    /**
     * Writes it for its owner.
     *
     * @param file in PEM form; must not exist
     */
    public void write(Path file) {
        Pem.create(file, Certificates.TYPE, Certificates.encoded(certificate), false, "choose another file");
    }

    /**
     * Where its owner is dialled.
     *
     * @return host names and addresses
     */
    public List<String> hosts() {
        return SubjectNames.hosts(certificate);
    }
}
