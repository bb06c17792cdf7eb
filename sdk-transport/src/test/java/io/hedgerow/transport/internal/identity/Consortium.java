// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.certificate.CertificateRequest;
import io.hedgerow.transport.internal.certificate.Certificates;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.SiteKey;
import io.hedgerow.transport.internal.key.Pem;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** An authority, and sites and coordinators that enrol with it, on a clock that tests move. */
final class Consortium {

    final Path folder;
    final CertificateAuthority authority;
    Instant now = Instant.parse("2030-01-02T03:04:05Z");
    final InstantSource clock = () -> now;

    Consortium(Path folder) {
        this.folder = folder;
        authority = CertificateAuthority.init(folder.resolve("authority"), "trial", clock);
    }

    IdentityDirectory directory(String name) {
        return new IdentityDirectory(folder.resolve(name));
    }

    IdentityDirectory site(String name) {
        return enrol(CertifiedName.site(name), List.of());
    }

    IdentityDirectory coordinator(String name, String... hosts) {
        return enrol(CertifiedName.coordinator(name), List.of(hosts));
    }

    private IdentityDirectory enrol(CertifiedName name, List<String> hosts) {
        IdentityDirectory directory = directory(name.name());
        SiteKey.create(directory, name, hosts);
        sign(directory, CertificateAuthority.USUAL_VALIDITY);
        return directory;
    }

    X509Certificate sign(IdentityDirectory directory, Duration validity) {
        CertificateRequest request = CertificateRequest.read(directory.request());
        X509Certificate certificate =
                authority.sign(request, request.fingerprint(), validity, false).certificate();
        Pem.replace(folder.resolve("signed.pem"), "CERTIFICATE", Certificates.encoded(certificate));
        Enrolment.install(
                directory,
                folder.resolve("signed.pem"),
                folder.resolve("authority").resolve("authority.pem"),
                authority.fingerprint(),
                clock);
        publishRevocations(directory);
        return certificate;
    }

    void publishRevocations(IdentityDirectory directory) {
        Pem.replace(
                directory.revocations(),
                RevocationList.TYPE,
                Pem.read(authority.revocations(), RevocationList.TYPE, ""));
    }
}
