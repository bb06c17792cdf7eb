// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.certificate;

import io.hedgerow.transport.internal.key.Pem;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

public record IssuedCertificate(X509Certificate certificate, CertifiedName name, boolean revoked) {
    /** The certificate, or empty when it names neither a site nor a coordinator. */
    public static Optional<IssuedCertificate> of(X509Certificate certificate, boolean revoked) {
        return SubjectNames.name(certificate).map(name -> new IssuedCertificate(certificate, name, revoked));
    }

    /** The number by which it is revoked. */
    public String serial() {
        return certificate.getSerialNumber().toString(16);
    }

    public Instant until() {
        return certificate.getNotAfter().toInstant();
    }

    public void write(Path file) {
        Pem.create(file, Certificates.TYPE, Certificates.encoded(certificate), false, "choose another file");
    }

    public List<String> hosts() {
        return SubjectNames.hosts(certificate);
    }
}
