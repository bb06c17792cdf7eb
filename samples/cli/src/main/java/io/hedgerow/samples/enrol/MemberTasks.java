// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.enrol;

import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.samples.output.FactList;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.certificate.CertificateRequest;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.Fingerprint;
import io.hedgerow.transport.internal.certificate.SiteKey;
import io.hedgerow.transport.internal.identity.Enrolment;
import io.hedgerow.transport.internal.identity.TlsMaterial;
import io.hedgerow.transport.internal.identity.TrustSettings;
import io.hedgerow.transport.internal.key.Passphrase;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.internal.key.SigningTokens.OpenedKey;
import io.hedgerow.transport.node.FilePermissions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs the tasks of sites, coordinators and officers with their own keys. */
public final class MemberTasks {

    private static final List<String> NEEDED = List.of("tls.pem", "authority.pem");
    private static final List<String> OPTIONAL =
            List.of("tls.token", "signing.key", "signing.token", "revoked.crl", "passphrase");

    private MemberTasks() {}

    public static FactList request(Path path, CertifiedName name, List<String> hosts, Optional<Passphrase> passphrase) {
        IdentityDirectory directory = new IdentityDirectory(path);
        if (!SigningKey.isOnToken(directory)) {
            CertificateRequest request = SiteKey.create(directory, name, hosts);
            try (OpenedKey signing = SigningKey.create(directory, passphrase)) {
                return describe(directory.request(), request, signing);
            }
        }
        // a token that refuses leaves no half of an identity, which the next try would not replace
        try (OpenedKey signing = SigningKey.create(directory, passphrase)) {
            return describe(directory.request(), SiteKey.create(directory, name, hosts), signing);
        }
    }

    private static FactList describe(Path file, CertificateRequest request, OpenedKey signing) {
        return describe(file, request).fact("publicKey", signing.publicKey().hex());
    }

    public static FactList renew(Path path) {
        IdentityDirectory directory = new IdentityDirectory(path);
        return describe(directory.request(), SiteKey.renew(directory));
    }

    private static FactList describe(Path file, CertificateRequest request) {
        return new FactList()
                .fact("name", request.name().toString())
                .fact("hosts", request.hosts())
                .fact("request", file.toString())
                .fact("fingerprint", request.fingerprint().grouped())
                .next("Send the request to the study's operator, and read the fingerprint out over the telephone.");
    }

    public static FactList showRequest(Path file) {
        CertificateRequest request = CertificateRequest.read(file);
        return new FactList()
                .fact("name", request.name().toString())
                .fact("hosts", request.hosts())
                .fact("fingerprint", request.fingerprint().grouped())
                .next("Let its owner read the fingerprint out over the telephone; sign with what you hear.");
    }

    /** Installs a certificate; the operator of the authority read its fingerprint out. */
    public static FactList install(Path path, Path certificate, Path authority, Fingerprint told, InstantSource clock) {
        TlsMaterial material = Enrolment.install(new IdentityDirectory(path), certificate, authority, told, clock);
        return new FactList()
                .fact("name", material.name().toString())
                .fact("until", material.until().toString());
    }

    /**
     * Copies an identity from where a cluster has mounted it, readable by a group, to files that only this user reads.
     * Files that are there already are replaced. The content of the files is checked when they are used.
     *
     * @param from has at least certificates of connections and their key, or says on which token that is;
     *     {@code passphrase} may be beside them
     * @param to the new directory, which only this user may look into
     */
    public static FactList copy(Path from, Path to) {
        List<String> copied = new ArrayList<>();
        FilePermissions.createDirectory(to);
        for (String kind : List.of("tls", "signing")) {
            requireNoOther(from.resolve(kind + ".token"), to.resolve(kind + ".key"));
            requireNoOther(from.resolve(kind + ".key"), to.resolve(kind + ".token"));
        }
        try {
            List<String> needed = new ArrayList<>(NEEDED);
            if (!Files.exists(from.resolve("tls.token"))) {
                needed.add(0, "tls.key");
            }
            for (String name : needed) {
                PrivateFiles.replaceOwn(to.resolve(name), Files.readAllBytes(from.resolve(name)));
                copied.add(name);
            }
            for (String name : OPTIONAL) {
                Path file = from.resolve(name);
                if (Files.exists(file)) {
                    PrivateFiles.replaceOwn(to.resolve(name), Files.readAllBytes(file));
                    copied.add(name);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new FactList().fact("identity", to.toString()).fact("files", copied);
    }

    /** A key in a file and one on a token together are refused at every start. */
    private static void requireNoOther(Path copied, Path left) {
        if (Files.exists(copied) && Files.exists(left)) {
            throw new IllegalArgumentException(left + " must not be beside a copy of " + copied
                    + ", for a key is in a file or on a token: move away the one that is not used");
        }
    }

    /** Shows a member's own identity, after all checks. */
    public static FactList show(Path path, Supplier<Passphrase> passphrase, InstantSource clock) {
        IdentityDirectory directory = new IdentityDirectory(path);
        CertifiedName name = CertificateRequest.read(directory.request()).name();
        TrustSettings trust = name.role() == CertifiedName.Role.COORDINATOR
                ? TrustSettings.forCoordinator(directory, clock)
                : TrustSettings.forSite(directory, clock);
        TlsMaterial material = TlsMaterial.load(directory, name, trust);
        FactList sheet = new FactList()
                .fact("name", material.name().toString())
                .fact("until", material.until().toString())
                .fact("serial", material.certificate().getSerialNumber().toString(16))
                .fact("authority", trust.fingerprint().grouped());
        trust.listNumber().ifPresent(number -> sheet.fact("revocations", number.toString()));
        if (SigningKey.isOnToken(directory) || Files.exists(directory.signingKey())) {
            try (OpenedKey signing = SigningKey.open(directory, passphrase)) {
                sheet.fact("publicKey", signing.publicKey().hex());
            }
        }
        return sheet;
    }

    /** Makes an officer's key, with a passphrase if there is one. */
    public static FactList officerKey(Path file, Optional<Passphrase> passphrase) {
        try (SigningKey key = SigningKey.create(file, passphrase)) {
            FactList made = new FactList()
                    .fact("key", file.toString())
                    .fact("publicKey", key.publicKey().hex())
                    .next("Give the public key to every site, and compare it with each of them over the telephone.");
            return passphrase.isPresent()
                    ? made.next("Keep its passphrase somewhere else.")
                    : made.next("Anyone who reads this file can sign as you: put it under a passphrase with"
                            + " ./hedgerow enrol lock --key " + file + ".");
        }
    }

    /** Encrypts a signing key under a passphrase, or under another one. */
    public static FactList lock(Path file, Supplier<Passphrase> before, Supplier<Passphrase> passphrase) {
        try (SigningKey key = SigningKey.lock(file, before, passphrase)) {
            return new FactList()
                    .fact("key", file.toString())
                    .fact("publicKey", key.publicKey().hex())
                    .next("Copies of the file as it was still open as they did: erase them.");
        }
    }
}
