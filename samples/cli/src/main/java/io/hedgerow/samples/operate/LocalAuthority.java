// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.PublicSigningKey;
import io.hedgerow.transport.identity.RosterDocument;
import io.hedgerow.transport.internal.certificate.CertificateRequest;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.SiteKey;
import io.hedgerow.transport.internal.identity.CertificateAuthority;
import io.hedgerow.transport.internal.identity.Enrolment;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.internal.key.SigningTokens.OpenedKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An authority and the identities that it certifies, all on one machine: one process holds the request and the
 * authority's copy, so there is no fingerprint to compare by telephone. For trials only.
 */
public final class LocalAuthority {

    private final CertificateAuthority authority;
    private final InstantSource clock;

    private LocalAuthority(CertificateAuthority authority, InstantSource clock) {
        this.authority = authority;
        this.clock = clock;
    }

    /** Makes an authority of this name in a directory that does not exist. */
    public static LocalAuthority init(Path directory, String name, InstantSource clock) throws IOException {
        return new LocalAuthority(CertificateAuthority.init(directory, name, clock), clock);
    }

    /** Makes the key of a coordinator for these hosts, has it signed, and gives it the list of revoked certificates. */
    public void enrolCoordinator(String name, Path where, List<String> hosts) throws IOException {
        IdentityDirectory identity = enrol(CertifiedName.coordinator(name), where, hosts);
        Files.copy(authority.revocations(), identity.revocations());
    }

    /** Makes the key of a site and has it signed. */
    public void enrolSite(String name, Path where) throws IOException {
        enrol(CertifiedName.site(name), where, List.of());
    }

    private IdentityDirectory enrol(CertifiedName name, Path where, List<String> hosts) throws IOException {
        Files.createDirectories(where);
        IdentityDirectory identity = new IdentityDirectory(where);
        CertificateRequest request = SiteKey.create(identity, name, hosts);
        Path certificate = where.resolve("signed.pem");
        authority
                .sign(request, request.fingerprint(), CertificateAuthority.USUAL_VALIDITY, false)
                .write(certificate);
        Path root = authority.revocations().resolveSibling("authority.pem");
        Enrolment.install(identity, certificate, root, authority.fingerprint(), clock);
        return identity;
    }

    /** Makes the key with which an identity signs its part in secure aggregation; under no passphrase. */
    static void createSigningKey(Path identity) {
        SigningKey.create(new IdentityDirectory(identity), Optional.empty()).close();
    }

    /** The public signing keys of a coordinator and of sites, from their identities. */
    static RosterDocument roster(Path coordinator, Map<String, Path> sites) {
        return new RosterDocument(
                publicKey(coordinator),
                sites.entrySet().stream()
                        .map(site -> new RosterDocument.Member(new SiteId(site.getKey()), publicKey(site.getValue())))
                        .toList());
    }

    private static PublicSigningKey publicKey(Path identity) {
        try (OpenedKey key = SigningKey.open(new IdentityDirectory(identity), () -> {
            throw new IllegalStateException("keys of a local study are under no passphrase");
        })) {
            return key.publicKey();
        }
    }
}
