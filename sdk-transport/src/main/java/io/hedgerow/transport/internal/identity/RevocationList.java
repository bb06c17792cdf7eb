// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.Disk;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.Storage;
import io.hedgerow.core.internal.file.WriterLock;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.certificate.Certificates;
import io.hedgerow.transport.internal.certificate.Fingerprint;
import io.hedgerow.transport.internal.key.Pem;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x509.Extension;
import org.jspecify.annotations.Nullable;

/**
 * The authority's signed list of revoked certificates, read again whenever its file changes. Fails closed: while the
 * file is missing, damaged, signed by another key, out of date, older than one that was read before, here or by an
 * earlier process with the same home, or not what the rules demand, no one is let in. Thread-safe.
 */
final class RevocationList {

    static final String TYPE = "X509 CRL";

    private static final String ADVICE = "copy the authority's revoked.crl to this place";

    private final Path file;
    private final X509Certificate authority;
    private final InstantSource clock;
    private final RevocationDemand demand;
    private final Optional<NewestList> newest;
    private @Nullable State state;

    private record State(X509CRL list, BigInteger number, FileStamp stamp) {}

    /**
     * Reads a list.
     *
     * @param newest the numbers that earlier processes used; empty where nothing is remembered
     * @throws UnwritableFileException when its number cannot be noted
     */
    RevocationList(
            Path file,
            X509Certificate authority,
            InstantSource clock,
            RevocationDemand demand,
            Optional<NewestList> newest) {
        this.file = file;
        this.authority = authority;
        this.clock = clock;
        this.demand = demand;
        this.newest = newest;
        current();
    }

    /** Requires that a certificate is not on the list as it is now; a message has the owner's name. */
    public void requireGood(X509Certificate certificate, String who) {
        if (usable().isRevoked(certificate)) {
            throw new IdentityException(
                    Reason.REVOKED,
                    "the certificate of " + who + " (serial "
                            + certificate.getSerialNumber().toString(16)
                            + ") was revoked: if that was right, nothing is to be done; otherwise its owner makes a"
                            + " new key with `enrol request` in a new directory and has it signed");
        }
    }

    synchronized BigInteger number() {
        return number(usable());
    }

    private X509CRL usable() {
        try {
            return current();
        } catch (UnwritableFileException e) {
            throw new IdentityException(Reason.UNREADABLE, Words.reason(e), e);
        }
    }

    private synchronized X509CRL current() {
        FileStamp now = stamp();
        if (state == null || !state.stamp.equals(now)) {
            state = read(now);
        }
        X509CRL list = state.list;
        if (list.getNextUpdate() == null
                || clock.instant().isAfter(list.getNextUpdate().toInstant())) {
            throw new IdentityException(
                    Reason.STALE_REVOCATIONS,
                    file + ": the list of revoked certificates was good until " + list.getNextUpdate()
                            + ": have the authority write a new one with `enrol revoke --refresh`");
        }
        demand.complaint(state.number, list.getThisUpdate().toInstant(), clock.instant())
                .ifPresent(complaint -> {
                    throw new IdentityException(
                            Reason.REVOCATIONS_DEMANDED,
                            file + ": " + complaint + ": ask the authority for the newest");
                });
        return list;
    }

    private FileStamp stamp() {
        try {
            return FileStamp.of(file);
        } catch (java.nio.file.NoSuchFileException e) {
            throw new IdentityException(Reason.MISSING, file + ": no such file: " + ADVICE, e);
        } catch (IOException e) {
            throw new IdentityException(Reason.UNREADABLE, file + ": cannot be read: " + FileReason.of(e), e);
        }
    }

    private State read(FileStamp stamp) {
        byte[] der = Pem.read(file, TYPE, ADVICE);
        try {
            X509CRL list = Certificates.revocations(der);
            list.verify(authority.getPublicKey());
            BigInteger number = number(list);
            Optional<BigInteger> before =
                    state != null ? Optional.of(state.number) : newest.flatMap(NewestList::number);
            if (before.isPresent() && number.compareTo(before.get()) < 0) {
                throw new IdentityException(
                        Reason.STALE_REVOCATIONS,
                        file + ": this list is number " + number + ", but number " + before.get()
                                + " was here before: put the newest one back");
            }
            newest.ifPresent(known -> known.note(number));
            return new State(list, number, stamp);
        } catch (GeneralSecurityException | RuntimeException e) {
            if (e instanceof IdentityException || e instanceof UnwritableFileException) {
                throw (RuntimeException) e;
            }
            throw new IdentityException(
                    Reason.UNREADABLE, file + ": is damaged or not signed by this authority: " + ADVICE, e);
        }
    }

    static BigInteger number(X509CRL list) {
        byte[] extension = list.getExtensionValue(Extension.cRLNumber.getId());
        return extension == null
                ? BigInteger.ZERO
                : ASN1Integer.getInstance(ASN1OctetString.getInstance(extension).getOctets())
                        .getPositiveValue();
    }

    /** A fingerprint of a file's state, to notice that it was rewritten. */
    record FileStamp(long size, long modified, @Nullable Object key) {

        static FileStamp of(Path file) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new FileStamp(
                    attributes.size(), attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS), attributes.fileKey());
        }
    }

    /**
     * Remembers the number of the newest revocation list of each authority, so that an older list is refused. What was
     * noted is on the disk, so that an older list is known after a restart, too; a home that was put back as a whole
     * has forgotten it. The file {@code revocations} has lines {@code AUTHORITY NUMBER} and only grows. Two processes
     * may use one directory.
     */
    static final class NewestList {

        private static final String LINE = "[0-9a-f]{64} [0-9]{1,60}";

        private final Path home;
        private final Path file;
        /** Beside the identity, for another home of the same site; a directory that cannot be written has none. */
        private final Path second;

        private final String authority;
        private final boolean notes;

        /** Opens the notes of a home, which may only be compared with. */
        NewestList(Path home, Path identity, Fingerprint authority, boolean notes) {
            this.home = home;
            this.file = home.resolve("revocations");
            this.second = identity.resolve("revocations");
            this.authority = authority.hex();
            this.notes = notes;
        }

        Optional<BigInteger> number() {
            Optional<BigInteger> here = number(file);
            Optional<BigInteger> beside = number(second);
            return here.isPresent() && beside.isPresent()
                    ? here.map(one -> one.max(beside.get()))
                    : here.or(() -> beside);
        }

        private Optional<BigInteger> number(Path noted) {
            try {
                return Files.exists(noted)
                        ? newest(Files.readString(noted, StandardCharsets.US_ASCII))
                        : Optional.empty();
            } catch (IOException e) {
                throw new IdentityException(Reason.UNREADABLE, noted + ": cannot be read: " + FileReason.of(e), e);
            }
        }

        /** Notes a number durably. */
        void note(BigInteger number) {
            if (!notes) {
                return;
            }
            try {
                note(number, file, home);
            } catch (IOException e) {
                throw new UnwritableFileException(
                        "the number of the newest list of revoked certificates cannot be noted in " + file + ": "
                                + FileReason.of(e),
                        e);
            }
            try {
                note(number, second, second.toAbsolutePath().getParent());
            } catch (IOException e) {
                // such as a mounted secret: then the home alone remembers
            }
        }

        private void note(BigInteger number, Path noted, @Nullable Path directory) throws IOException {
            try (WriterLock lock = WriterLock.await(noted)) {
                Storage open = lock.storage();
                String whole =
                        whole(new String(open.readFully(0, Math.toIntExact(open.size())), StandardCharsets.US_ASCII));
                if (newest(whole).map(known -> known.compareTo(number) < 0).orElse(true)) {
                    open.truncate(whole.length());
                    open.write(
                            ByteBuffer.wrap((authority + " " + number + "\n").getBytes(StandardCharsets.US_ASCII)),
                            whole.length());
                    open.force();
                    if (directory != null) {
                        Disk.REAL.forceNames(directory);
                    }
                }
            }
        }

        private Optional<BigInteger> newest(String text) {
            Optional<BigInteger> newest = Optional.empty();
            for (String line : whole(text).lines().toList()) {
                if (!line.matches(LINE)) {
                    throw new IdentityException(
                            Reason.UNREADABLE, file + ": is damaged: a line is not one that was written here");
                }
                BigInteger number = new BigInteger(line.substring(line.indexOf(' ') + 1));
                if (line.startsWith(authority)
                        && newest.map(known -> known.compareTo(number) < 0).orElse(true)) {
                    newest = Optional.of(number);
                }
            }
            return newest;
        }

        /** Leaves out a line that a crash cut short: its list was not used yet. */
        private static String whole(String text) {
            return text.substring(0, text.lastIndexOf('\n') + 1);
        }

        @Override
        public String toString() {
            return file.toString();
        }
    }
}
