// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.certificate.CertificateRequest;
import io.hedgerow.transport.internal.certificate.Certificates;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.Fingerprint;
import io.hedgerow.transport.internal.certificate.SiteKey;
import io.hedgerow.transport.internal.key.Pem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;

/** Installs the certificate that the authority issued, after checking it. */
public final class Enrolment {

    private Enrolment() {}

    /**
     * Installs a certificate and the authority's own, after both were checked against this directory's key and request
     * and against what the operator said. An older certificate is replaced; another authority is not.
     *
     * @param told fingerprint of the authority's certificate, as the operator read it out
     * @throws IdentityException when something does not fit; then nothing is changed
     */
    public static TlsMaterial install(
            IdentityDirectory directory, Path certificate, Path authority, Fingerprint told, InstantSource clock) {
        X509Certificate root = Certificates.read(authority, "ask the study's operator for it");
        byte[] encodedRoot = Certificates.encoded(root);
        Fingerprint.of(encodedRoot).require(told, "the authority's certificate");
        boolean known = Files.exists(directory.authority());
        if (known) {
            X509Certificate before = Certificates.read(directory.authority(), "ask the study's operator for it");
            if (!before.equals(root)) {
                throw new IdentityException(
                        Reason.EXISTS,
                        directory.authority()
                                + ": is another authority's certificate: enrol in a new directory for a new authority");
            }
        }
        X509Certificate own = Certificates.read(certificate, "ask the authority for it");
        CertificateRequest request = CertificateRequest.read(directory.request());
        TrustSettings trust = TrustSettings.of(root, clock);
        CertifiedName name = trust.require(List.of(own), request.name().role());
        if (!name.equals(request.name())) {
            throw new IdentityException(
                    Reason.WRONG_NAME,
                    certificate + ": is the certificate of " + name + ", the request here is of " + request.name()
                            + ": ask the authority for the right one");
        }
        SiteKey.load(directory, own.getPublicKey());
        if (!known) {
            Pem.create(directory.authority(), Certificates.TYPE, encodedRoot, false, "enrol in a new directory");
        }
        Pem.replace(directory.certificate(), Certificates.TYPE, Certificates.encoded(own));
        return TlsMaterial.load(directory, request.name(), trust);
    }
}
