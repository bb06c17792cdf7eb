// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.doctor;

import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.internal.result.ResultDocument;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.dp.ledger.LedgerClock;
import io.hedgerow.dp.ledger.LedgerEntry;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.doctor.Checkup.Finding;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.transport.internal.identity.TlsMaterial;
import io.hedgerow.transport.node.FilePermissions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Checks Java, the disk below the home, and the clock. */
record MachineChecks(Checkup checkup, SiteSetup setup, InstantSource clock) {

    private static final int OLDEST_JAVA = 17;
    private static final int PROBE_BYTES = 4096;
    private static final long LEAST = 100L << 20;
    private static final long COMFORTABLE = 1L << 30;

    void java() {
        int version = Runtime.version().feature();
        String found = "Java " + Runtime.version() + ", " + ResultDocument.SOFTWARE;
        checkup.add(
                version >= OLDEST_JAVA
                        ? Finding.pass("java", found)
                        : Finding.fail("java", ExitCode.BAD_DATA, found, "install Java 17 or newer"));
    }

    /** Writes and removes one small file, forced to the device like every record. */
    void disk() {
        String fix = "choose a --home on a local disk that this user may write to";
        checkup.attempt("disk", fix, () -> {
                    Path directory = existing(setup.home().path());
                    PrivateFiles.tryOut(directory, PROBE_BYTES);
                    return disk(directory, Files.getFileStore(directory).getUsableSpace());
                })
                .ifPresent(checkup::add);
    }

    static Finding disk(Path directory, long free) {
        String found = directory + " can be written and forced, " + (free >> 20) + " MiB are free";
        if (free < LEAST) {
            return Finding.fail(
                    "disk",
                    ExitCode.BAD_DATA,
                    found,
                    "make room: at least " + (LEAST >> 20) + " MiB; a site whose disk is full stops and sends nothing");
        }
        return free < COMFORTABLE
                ? Finding.warn("disk", found, "make room: journals grow by what is sent in every round")
                : Finding.pass("disk", found);
    }

    /** Checks permissions: write access to the files that decide for the site is a decision for the site. */
    void files() {
        checkup.attempt(
                        "files",
                        "name files that this user may read",
                        () -> FilePermissions.of(setup.rules(), setup.policy(), setup.identity(), setup.home())
                                .findings()
                                .map(open -> Finding.fail("files", ExitCode.BAD_DATA, open.found(), open.fix()))
                                .orElseGet(() -> Finding.pass(
                                        "files",
                                        "rules, policy, identity and ledger can be written by their owner only")))
                .ifPresent(checkup::add);
    }

    private static Path existing(Path home) throws IOException {
        Path path = home.toAbsolutePath();
        while (path.getParent() != null && !Files.exists(path)) {
            path = path.getParent();
        }
        return path;
    }

    /**
     * Checks the clock. There is no trusted time to compare with, but a clock before the moment at which something was
     * signed or recorded is wrong.
     */
    void clock(Optional<TlsMaterial> identity) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Optional<Instant> signed = beginning();
        if (signed.isPresent() && now.isBefore(signed.get())) {
            checkup.add(Finding.fail(
                    "clock",
                    ExitCode.BAD_DATA,
                    "it is " + now + " here, but this site's certificate is good from " + signed.get() + " on",
                    "set the clock; if it is right, the authority's was wrong when the certificate was signed"));
            return;
        }
        List<LedgerEntry> entries = entries();
        if (!entries.isEmpty()) {
            Instant last = entries.get(entries.size() - 1).time();
            Duration behind = Duration.between(now, last);
            if (behind.compareTo(LedgerClock.USUAL_TOLERANCE) > 0) {
                checkup.add(Finding.fail(
                        "clock",
                        ExitCode.BAD_DATA,
                        "it is " + now + " here, but the ledger's last record is of " + last,
                        "set the clock; a ledger takes no record that is older than its last one"));
                return;
            }
        }
        String against = identity.isPresent() ? "the certificate's beginning" : "";
        against += entries.isEmpty() ? "" : (against.isEmpty() ? "" : " and ") + "the ledger's last record";
        checkup.add(
                against.isEmpty()
                        ? Finding.skip("clock", "it is " + now + " here; nothing good to compare with")
                        : Finding.pass("clock", "it is " + now + " here, not before " + against));
    }

    /** The beginning of the certificate's validity, even if the certificate is invalid otherwise. */
    private Optional<Instant> beginning() {
        try (InputStream in = Files.newInputStream(setup.identity().certificate())) {
            X509Certificate own =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
            return Optional.of(own.getNotBefore().toInstant());
        } catch (IOException | GeneralSecurityException e) {
            return Optional.empty(); // reported where the certificate is looked at
        }
    }

    private List<LedgerEntry> entries() {
        Path ledger = setup.home().ledger();
        try {
            return LedgerHistory.isIn(ledger) ? LedgerHistory.read(ledger).entries() : List.of();
        } catch (LedgerException e) {
            return List.of(); // reported where the budget is looked at
        }
    }
}
