// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.enrol;

import io.hedgerow.samples.output.FactList;
import io.hedgerow.transport.internal.certificate.CertificateRequest;
import io.hedgerow.transport.internal.certificate.Fingerprint;
import io.hedgerow.transport.internal.identity.CertificateAuthority;
import io.hedgerow.transport.internal.identity.CertificateAuthority.IssuedCertificate;
import io.hedgerow.transport.internal.key.Passphrase;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs the tasks of the certificate authority's operator. */
public final class AuthorityTasks {

    private AuthorityTasks() {}

    /** Makes an authority, with a passphrase on its key if there is one. */
    public static FactList init(Path directory, String label, Optional<Passphrase> passphrase, InstantSource clock) {
        CertificateAuthority authority = CertificateAuthority.init(directory, label, passphrase, clock);
        return new FactList()
                .fact("authority", directory.resolve("authority.pem").toString())
                .fact("fingerprint", authority.fingerprint().grouped())
                .fact("revocations", authority.revocations().toString())
                .next("Give authority.pem to every site and coordinator, revoked.crl to the coordinator, and read the"
                        + " fingerprint to each of them over the telephone.")
                .next("Keep " + directory.resolve("authority.key")
                        + " away from the coordinator: with it anyone can make up sites."
                        + (passphrase.isPresent() ? " Keep its passphrase somewhere else." : ""));
    }

    /** Signs a request whose owner read its fingerprint out; a name may change its key only where that is said. */
    public static FactList sign(
            Path directory,
            Supplier<Passphrase> passphrase,
            Path file,
            Fingerprint told,
            Duration validity,
            boolean newKey,
            Path out,
            InstantSource clock) {
        CertificateAuthority authority = CertificateAuthority.open(directory, passphrase, clock);
        IssuedCertificate issued = authority.sign(CertificateRequest.read(file), told, validity, newKey);
        issued.write(out);
        return new FactList()
                .fact("name", issued.name().toString())
                .fact("hosts", issued.hosts())
                .fact("serial", issued.serial())
                .fact("until", issued.until().toString())
                .fact("certificate", out.toString())
                .next("Send the certificate back; its owner installs it with ./hedgerow enrol install.");
    }

    public static FactList revoke(Path directory, Supplier<Passphrase> passphrase, String serial, InstantSource clock) {
        if (!serial.matches("[0-9a-fA-F]{1,40}")) {
            throw new IllegalArgumentException("--serial must be hexadecimal digits, was \"" + serial + "\"");
        }
        CertificateAuthority authority = CertificateAuthority.open(directory, passphrase, clock);
        BigInteger number = new BigInteger(serial, 16);
        authority.revoke(number);
        return list(authority).fact("revoked", number.toString(16));
    }

    /** Signs the list of revoked certificates anew. */
    public static FactList refresh(Path directory, Supplier<Passphrase> passphrase, InstantSource clock) {
        CertificateAuthority authority = CertificateAuthority.open(directory, passphrase, clock);
        authority.refreshList();
        return list(authority);
    }

    /** Encrypts the authority's key under a passphrase, or under another one. */
    public static FactList lock(
            Path directory, Supplier<Passphrase> before, Supplier<Passphrase> passphrase, InstantSource clock) {
        CertificateAuthority authority = CertificateAuthority.open(directory, before, clock);
        try (Passphrase one = passphrase.get()) {
            authority.lock(one);
        }
        return new FactList()
                .fact("key", directory.resolve("authority.key").toString())
                .fact("fingerprint", authority.fingerprint().grouped())
                .next("Copies of the file as it was still open as they did: erase them.");
    }

    private static FactList list(CertificateAuthority authority) {
        return new FactList()
                .fact("revocations", authority.revocations().toString())
                .fact("number", authority.listNumber().toString())
                .next("Copy this file over the revoked.crl of the coordinator, and of the sites that have one;"
                        + " it is read again at the next connection.");
    }

    public static FactList show(Path directory, Supplier<Passphrase> passphrase, InstantSource clock) {
        CertificateAuthority authority = CertificateAuthority.open(directory, passphrase, clock);
        return new FactList()
                .fact("fingerprint", authority.fingerprint().grouped())
                .fact("until", authority.root().getNotAfter().toInstant().toString())
                .fact(
                        "certificates",
                        authority.issued().stream().map(one -> row(one, clock)).toList());
    }

    private static Map<String, Object> row(IssuedCertificate issued, InstantSource clock) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("name", issued.name().toString());
        row.put("serial", issued.serial());
        row.put("until", issued.until().toString());
        row.put("state", issued.revoked() ? "revoked" : clock.instant().isAfter(issued.until()) ? "expired" : "good");
        return row;
    }
}
