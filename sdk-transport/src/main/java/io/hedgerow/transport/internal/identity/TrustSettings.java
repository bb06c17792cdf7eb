// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.certificate.Certificates;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.CertifiedName.Role;
import io.hedgerow.transport.internal.certificate.Fingerprint;
import io.hedgerow.transport.internal.certificate.Host;
import io.hedgerow.transport.internal.certificate.SubjectNames;
import io.hedgerow.transport.internal.identity.RevocationList.NewestList;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Decides which peers to accept: those with valid, unrevoked certificates that the study's authority signed directly
 * for the right role. The platform's authorities do not count. Every failure is an {@link IdentityException} with its
 * own reason. Thread-safe.
 */
public final class TrustSettings {

    private static final String SERVER = "1.3.6.1.5.5.7.3.1";
    private static final String CLIENT = "1.3.6.1.5.5.7.3.2";

    private final X509Certificate root;
    private final Optional<RevocationList> revocations;
    private final InstantSource clock;

    private TrustSettings(X509Certificate root, Optional<RevocationList> revocations, InstantSource clock) {
        this.root = root;
        this.revocations = revocations;
        this.clock = clock;
    }

    /** The settings of a coordinator, which needs the list of revoked certificates. */
    public static TrustSettings forCoordinator(IdentityDirectory directory, InstantSource clock) {
        X509Certificate root = root(directory.authority(), clock);
        return of(root, directory, RevocationDemand.NONE, Optional.empty(), clock);
    }

    /**
     * The same, where the number of the newest list survives the process, in a home that exists.
     *
     * @throws IdentityException when a file is missing or cannot be used, or the list is older than one used before
     */
    public static TrustSettings forCoordinator(IdentityDirectory directory, Path home, InstantSource clock) {
        X509Certificate root = root(directory.authority(), clock);
        return of(root, directory, RevocationDemand.NONE, Optional.of(newest(home, directory, root, true)), clock);
    }

    /** The settings of a site, which uses the list of revoked certificates when it has one. */
    public static TrustSettings forSite(IdentityDirectory directory, InstantSource clock) {
        return site(directory, RevocationDemand.NONE, Optional.empty(), false, clock);
    }

    /**
     * The settings of a site whose rules may demand a list, and where the number of the newest one survives the
     * process, in a home that exists.
     *
     * @throws IdentityException when a file is missing or cannot be used, the list is not what the rules demand, or
     *     older than one used before, or missing though one was used before
     */
    public static TrustSettings forSite(
            IdentityDirectory directory, RevocationDemand demand, Path home, InstantSource clock) {
        return site(directory, demand, Optional.of(home), true, clock);
    }

    /** The same without a note, to see whether a site could start. The home need not exist. */
    public static TrustSettings lookAtSite(
            IdentityDirectory directory, RevocationDemand demand, Path home, InstantSource clock) {
        return site(directory, demand, Optional.of(home), false, clock);
    }

    private static TrustSettings site(
            IdentityDirectory directory,
            RevocationDemand demand,
            Optional<Path> home,
            boolean notes,
            InstantSource clock) {
        X509Certificate root = root(directory.authority(), clock);
        Optional<NewestList> newest = home.map(path -> newest(path, directory, root, notes));
        if (Files.exists(directory.revocations())) {
            return of(root, directory, demand, newest, clock);
        }
        if (demand.needsOne()) {
            throw new IdentityException(
                    Reason.REVOCATIONS_DEMANDED,
                    directory.revocations() + ": no such file, which the rule " + demand.rule()
                            + " demands: ask the authority for its newest revoked.crl");
        }
        newest.flatMap(NewestList::number).ifPresent(number -> {
            throw new IdentityException(
                    Reason.MISSING,
                    directory.revocations() + ": no such file, but list number " + number
                            + " was here before: put it or a newer one back");
        });
        return new TrustSettings(root, Optional.empty(), clock);
    }

    private static NewestList newest(Path home, IdentityDirectory directory, X509Certificate root, boolean notes) {
        return new NewestList(home, directory.path(), Fingerprint.of(Certificates.encoded(root)), notes);
    }

    private static TrustSettings of(
            X509Certificate root,
            IdentityDirectory directory,
            RevocationDemand demand,
            Optional<NewestList> newest,
            InstantSource clock) {
        RevocationList list = new RevocationList(directory.revocations(), root, clock, demand, newest);
        return new TrustSettings(root, Optional.of(list), clock);
    }

    /** Judges without a list of revoked certificates. */
    static TrustSettings of(X509Certificate root, InstantSource clock) {
        return new TrustSettings(root, Optional.empty(), clock);
    }

    private static X509Certificate root(Path file, InstantSource clock) {
        X509Certificate root = Certificates.read(file, "ask the study's operator for the authority's certificate");
        if (root.getBasicConstraints() < 0) {
            throw new IdentityException(
                    Reason.WRONG_ROLE,
                    file + ": is not the certificate of an authority: ask the study's operator for it");
        }
        requireTime(root, clock.instant(), "the authority");
        return root;
    }

    /** Requires that a peer, or oneself, has a good certificate, the first of the chain. */
    public CertifiedName require(List<X509Certificate> chain, Role role) {
        if (chain.isEmpty()) {
            throw noCertificate(role);
        }
        X509Certificate certificate = chain.get(0);
        Optional<CertifiedName> name = SubjectNames.name(certificate);
        // A name that the authority did not sign may be anything, so it is not repeated as if it were true.
        String who = name.map(CertifiedName::toString).orElse("the peer");
        if (!isSigned(certificate)) {
            throw new IdentityException(
                    Reason.WRONG_AUTHORITY,
                    "the certificate that says it is of " + who + " was not signed by this study's authority "
                            + fingerprint() + ": compare this fingerprint with the operator's; if it is right, have the"
                            + " certificate of this study installed with `enrol install`");
        }
        requireTime(certificate, clock.instant(), who);
        revocations.ifPresent(list -> list.requireGood(certificate, who));
        if (name.isEmpty()) {
            throw new IdentityException(
                    Reason.WRONG_NAME,
                    "the peer's certificate names neither a site nor a coordinator: have a request of `enrol "
                            + "request` signed");
        }
        if (name.get().role() != role || !hasUsage(certificate, role) || certificate.getBasicConstraints() >= 0) {
            throw new IdentityException(
                    Reason.WRONG_ROLE,
                    "the certificate of " + who + " must be that of a " + role.word()
                            + ": enrol with the right role, or dial the right machine");
        }
        requireStandard(certificate, who);
        return name.get();
    }

    static IdentityException noCertificate(Role role) {
        return new IdentityException(
                Reason.NO_CERTIFICATE,
                "the peer showed no certificate, a " + role.word()
                        + " must: enrol it and let it use the directory with its key and certificate");
    }

    private boolean isSigned(X509Certificate certificate) {
        try {
            certificate.verify(root.getPublicKey());
            return certificate.getIssuerX500Principal().equals(root.getSubjectX500Principal());
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static void requireTime(X509Certificate certificate, Instant now, String who) {
        Instant until = certificate.getNotAfter().toInstant();
        if (now.isAfter(until)) {
            throw new IdentityException(
                    Reason.EXPIRED,
                    "the certificate of " + who + " expired at " + until + ", it is " + now
                            + ": renew it with `enrol renew`, or set the clock if it is wrong");
        }
        Instant from = certificate.getNotBefore().toInstant();
        if (now.isBefore(from)) {
            throw new IdentityException(
                    Reason.NOT_YET_VALID,
                    "the certificate of " + who + " is good from " + from + " on, it is " + now
                            + ": set the clock of this machine, or that of the authority's, if it is wrong");
        }
    }

    private static boolean hasUsage(X509Certificate certificate, Role role) {
        try {
            List<String> usages = certificate.getExtendedKeyUsage();
            return usages != null && usages.contains(role == Role.SITE ? CLIENT : SERVER);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** The standard's other demands, such as no critical extension that is unknown. */
    private void requireStandard(X509Certificate certificate, String who) {
        try {
            PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(root, null)));
            parameters.setRevocationEnabled(false); // done above, with reasons
            parameters.setDate(Date.from(clock.instant()));
            CertPathValidator.getInstance("PKIX")
                    .validate(
                            CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate)), parameters);
        } catch (GeneralSecurityException e) {
            throw new IdentityException(
                    Reason.WRONG_AUTHORITY,
                    "the certificate of " + who + " does not follow RFC 5280: have a request of `enrol request` signed",
                    e);
        }
    }

    /** Requires that a coordinator's certificate is for the name or numeric address that was dialled. */
    public void requireHost(X509Certificate certificate, String host) {
        if (!SubjectNames.names(certificate, new Host(host))) {
            throw new IdentityException(
                    Reason.WRONG_NAME,
                    "the coordinator's certificate is for " + String.join(", ", SubjectNames.hosts(certificate))
                            + " and not for the dialled " + host
                            + ": dial one of these, or have a certificate with this host signed");
        }
    }

    /**
     * Judges sites, for a TLS server that requires client certificates. TLS judges a peer once: neither a connection
     * that stays open nor a session that is resumed is judged again, though its certificate may have been revoked
     * since: judge it again for every call.
     */
    public X509ExtendedTrustManager trustSites() {
        return new StudyTrust(Role.SITE, chain -> require(chain, Role.SITE), root);
    }

    /** Accepts the named coordinator on the dialled host alone; the TLS client need not check names once more. */
    public X509ExtendedTrustManager trustCoordinator(String host, String name) {
        Host dialled = new Host(Objects.requireNonNull(host, "host"));
        CertifiedName expected = CertifiedName.coordinator(name);
        return new StudyTrust(
                Role.COORDINATOR,
                chain -> {
                    CertifiedName found = require(chain, Role.COORDINATOR);
                    requireHost(chain.get(0), dialled.text());
                    if (!found.equals(expected)) {
                        throw new IdentityException(
                                Reason.WRONG_NAME,
                                "the dialled machine is " + found + ", the study is run by " + expected
                                        + ": dial the coordinator that the study's plan names");
                    }
                },
                root);
    }

    /** The number of the list in use; empty without one. */
    public Optional<BigInteger> listNumber() {
        return revocations.map(RevocationList::number);
    }

    /** SHA-256 of the authority's certificate, to be compared with what the operator says. */
    public Fingerprint fingerprint() {
        return Fingerprint.of(Certificates.encoded(root));
    }
}
