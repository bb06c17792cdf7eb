// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.text.PlainName;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.certificate.CertificateRequest;
import io.hedgerow.transport.internal.certificate.Certificates;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.Fingerprint;
import io.hedgerow.transport.internal.certificate.SubjectNames;
import io.hedgerow.transport.internal.key.P256;
import io.hedgerow.transport.internal.key.Passphrase;
import io.hedgerow.transport.internal.key.Pem;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x509.CRLNumber;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.cert.jcajce.JcaX509CRLConverter;
import org.bouncycastle.cert.jcajce.JcaX509CRLHolder;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * The study's certificate authority, with a record of the certificates it signed: {@code authority.key} (PKCS#8, for
 * its owner alone), {@code authority.pem}, {@code revoked.crl} and every certificate it ever signed in {@code issued}.
 * Anyone who has this key can enrol sites that do not exist; it belongs to the study's operator or, better, to someone
 * other than the coordinator, on a machine without a network. For one process at a time.
 */
public final class CertificateAuthority {

    public static final Duration USUAL_VALIDITY = Duration.ofDays(365);

    private static final Duration LONGEST_VALIDITY = Duration.ofDays(3 * 366L);
    private static final Duration ROOT_VALIDITY = Duration.ofDays(3653);
    private static final Duration LIST_VALIDITY = Duration.ofDays(366);

    /** Clocks differ: a certificate is good a little before it was signed. */
    private static final Duration BACKDATING = Duration.ofMinutes(5);

    /** A common name has at most 64 (RFC 5280). */
    private static final int LONGEST_LABEL = 60;

    private static final String ADVICE = "make it with `enrol init-authority`";

    private final Path directory;
    private final PrivateKey key;
    private final X509Certificate root;
    private final InstantSource clock;

    private CertificateAuthority(Path directory, PrivateKey key, X509Certificate root, InstantSource clock) {
        this.directory = directory;
        this.key = key;
        this.root = root;
        this.clock = clock;
    }

    /**
     * Makes an authority with a new key and an empty list of revoked certificates; a label has at most 60 characters.
     */
    public static CertificateAuthority init(Path directory, String label, InstantSource clock) {
        return init(directory, label, Optional.empty(), clock);
    }

    /**
     * Makes an authority as {@link #init(Path, String, InstantSource)}, with its key under a passphrase; without one
     * anyone who reads the file has the key.
     */
    public static CertificateAuthority init(
            Path directory, String label, Optional<Passphrase> passphrase, InstantSource clock) {
        PlainName.require("label", label);
        if (label.length() > LONGEST_LABEL) {
            throw new IllegalArgumentException(
                    "label must have at most " + LONGEST_LABEL + " characters, had " + label.length());
        }
        KeyPair pair = P256.generate();
        Instant now = clock.instant();
        X509Certificate root = Certificates.root(
                label, pair.getPrivate(), pair.getPublic(), now.minus(BACKDATING), now.plus(ROOT_VALIDITY));
        byte[] pkcs8 = pair.getPrivate().getEncoded();
        Pem.createSecret(
                directory.resolve("authority.key"),
                pkcs8,
                passphrase,
                "choose another directory for another authority");
        Pem.create(
                directory.resolve("authority.pem"),
                Certificates.TYPE,
                Certificates.encoded(root),
                false,
                "choose another directory for another authority");
        CertificateAuthority authority = new CertificateAuthority(directory, pair.getPrivate(), root, clock);
        authority.writeList(List.of(), BigInteger.ONE);
        return authority;
    }

    /** Opens an authority. The passphrase is asked for when the key is under one, and closed then. */
    public static CertificateAuthority open(Path directory, Supplier<Passphrase> passphrase, InstantSource clock) {
        X509Certificate root = Certificates.read(directory.resolve("authority.pem"), ADVICE);
        Path file = directory.resolve("authority.key");
        PrivateKey key = P256.privateKey(file, Pem.readSecret(file, ADVICE, passphrase));
        if (!P256.match(key, root.getPublicKey())) {
            throw new IdentityException(
                    Reason.KEY_MISMATCH,
                    file + ": is not the key of authority.pem: put back the file of this authority");
        }
        return new CertificateAuthority(directory, key, root, clock);
    }

    /** Puts its key under a passphrase, or under another one; it stays as it was when the file cannot be written. */
    public void lock(Passphrase passphrase) {
        Pem.lock(directory.resolve("authority.key"), key.getEncoded(), passphrase);
    }

    /**
     * Signs a request and keeps the certificate in {@code issued}. Only name, hosts and key are taken over.
     *
     * @param told the request's fingerprint, as its owner read it out
     * @param validity of the certificate, at most three years
     * @param newKey whether a name may get a certificate for another key than it has one for
     */
    public IssuedCertificate sign(CertificateRequest request, Fingerprint told, Duration validity, boolean newKey) {
        request.fingerprint().require(told, "the request of " + request.name());
        if (!(validity.compareTo(Duration.ofMinutes(1)) >= 0 && validity.compareTo(LONGEST_VALIDITY) <= 0)) {
            throw new IllegalArgumentException("validity must be from 1 minute to " + LONGEST_VALIDITY.toDays()
                    + " days, was " + validity.toMinutes() + " minutes");
        }
        if (request.key().equals(root.getPublicKey())) {
            throw new IdentityException(
                    Reason.BAD_REQUEST, "the request of " + request.name() + " is for the authority's own key");
        }
        Instant now = clock.instant();
        for (IssuedCertificate issued : issued()) {
            boolean current = !issued.revoked() && now.isBefore(issued.until());
            boolean sameKey = issued.certificate().getPublicKey().equals(request.key());
            if (current && sameKey && !issued.name().equals(request.name())) {
                throw new IdentityException(
                        Reason.BAD_REQUEST,
                        "the key of this request is that of " + issued.name() + ": " + request.name()
                                + " must make a key of its own");
            }
            if (current && !sameKey && !newKey && issued.name().equals(request.name())) {
                throw new IdentityException(
                        Reason.WRONG_NAME,
                        request.name() + " has a certificate for another key until " + issued.until()
                                + ": if its owner really made a new key, sign with --new-key, and revoke the old"
                                + " certificate when it is no longer used");
            }
        }
        Instant until = now.plus(validity);
        if (until.isAfter(root.getNotAfter().toInstant())) {
            throw new IdentityException(
                    Reason.EXPIRED,
                    "the authority's own certificate is good until "
                            + root.getNotAfter().toInstant()
                            + " only: choose a shorter validity, or make a new authority");
        }
        X509Certificate certificate = Certificates.leaf(
                root, key, request.name(), request.hostList(), request.key(), now.minus(BACKDATING), until);
        Pem.create(
                issuedFile(certificate.getSerialNumber()),
                Certificates.TYPE,
                Certificates.encoded(certificate),
                false,
                "sign once more");
        return new IssuedCertificate(certificate, request.name(), false);
    }

    /** Revokes a certificate permanently, by signing a new list. */
    public void revoke(BigInteger serial) {
        if (!Files.exists(issuedFile(serial))) {
            throw new IdentityException(
                    Reason.MISSING,
                    "no certificate with serial " + serial.toString(16) + " was issued: see `enrol show`");
        }
        List<BigInteger> serials = new ArrayList<>(revoked());
        if (!serials.contains(serial)) {
            serials.add(serial);
        }
        writeList(serials, RevocationList.number(list()).add(BigInteger.ONE));
    }

    /** Signs the same list anew, for another year. */
    public void refreshList() {
        writeList(revoked(), RevocationList.number(list()).add(BigInteger.ONE));
    }

    private List<BigInteger> revoked() {
        X509CRL list = list();
        return list.getRevokedCertificates() == null
                ? List.of()
                : list.getRevokedCertificates().stream()
                        .map(entry -> entry.getSerialNumber())
                        .sorted()
                        .toList();
    }

    private X509CRL list() {
        Path file = revocations();
        try {
            X509CRL list = Certificates.revocations(
                    Pem.read(file, RevocationList.TYPE, "put back the newest one: without it nothing can be revoked"));
            list.verify(root.getPublicKey());
            return list;
        } catch (GeneralSecurityException e) {
            throw new IdentityException(
                    Reason.UNREADABLE, file + ": is damaged: put back the newest one from a backup", e);
        }
    }

    private void writeList(List<BigInteger> serials, BigInteger number) {
        try {
            Instant now = clock.instant();
            JcaX509v2CRLBuilder builder = new JcaX509v2CRLBuilder(root, Date.from(now));
            builder.setNextUpdate(Date.from(now.plus(LIST_VALIDITY)));
            builder.addExtension(Extension.cRLNumber, false, new CRLNumber(number));
            for (BigInteger serial : serials) {
                builder.addCRLEntry(serial, Date.from(now), CRLReason.unspecified);
            }
            X509CRL list = new JcaX509CRLConverter()
                    .getCRL(builder.build(new JcaContentSignerBuilder(P256.SIGNATURE).build(key)));
            Pem.replace(revocations(), RevocationList.TYPE, new JcaX509CRLHolder(list).getEncoded());
        } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException("the list of revoked certificates cannot be built", e);
        }
    }

    private Path issuedFile(BigInteger serial) {
        return directory.resolve("issued").resolve(serial.toString(16) + ".pem");
    }

    /**
     * The valid names' certificates, by name, then by end. Certificates for names that were allowed once, such as
     * {@code ..}, are left out: no end accepts them; they can be revoked.
     */
    public List<IssuedCertificate> issued() {
        Path folder = directory.resolve("issued");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<BigInteger> revoked = revoked();
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".pem"))
                    .map(file -> Certificates.read(file, ADVICE))
                    .flatMap(one -> IssuedCertificate.of(one, revoked.contains(one.getSerialNumber())).stream())
                    .sorted(Comparator.comparing(
                                    (IssuedCertificate one) -> one.name().uri())
                            .thenComparing(IssuedCertificate::until))
                    .toList();
        } catch (IOException e) {
            throw new IdentityException(Reason.UNREADABLE, folder + ": cannot be read: " + FileReason.of(e), e);
        }
    }

    /** The authority's own certificate, which sites must have and compare by its {@link #fingerprint}. */
    public X509Certificate root() {
        return root;
    }

    public Fingerprint fingerprint() {
        return Fingerprint.of(Certificates.encoded(root));
    }

    public BigInteger listNumber() {
        return RevocationList.number(list());
    }

    public Path revocations() {
        return directory.resolve("revoked.crl");
    }

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
}
