// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static io.hedgerow.dp.ledger.LedgerFixtures.PURE;
import static io.hedgerow.dp.ledger.LedgerFixtures.plan;
import static io.hedgerow.dp.ledger.LedgerFixtures.request;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.file.GoldenFile;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.dp.accounting.Accountant;
import io.hedgerow.dp.internal.ledger.LedgerLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Ledgers of earlier releases are read, and later ones are written as they were, byte for byte. */
class LedgerFilesTest {

    private static final PrivacyUnit PATIENTS = new PrivacyUnit.UserUnit("patient");

    /** One release of two steps. */
    private static final MechanismEvent SUM =
            new MechanismEvent.Sequence(List.of(LedgerFixtures.GAUSSIAN, new MechanismEvent.PureDp(0.0625, 1)));

    @TempDir
    Path temp;

    private static GoldenFile golden(String name) throws IOException {
        return GoldenFile.of(LedgerFilesTest.class, name);
    }

    static void write(Path directory) {
        try (AccountedLedger ledger = LedgerFixtures.open(directory)) {
            ledger.reserve(request("first", 0, PURE));
            ledger.declare(plan("declared", 2));
            ledger.reserve(request("declared", 0, LedgerFixtures.GAUSSIAN));
        }
    }

    @Test
    void ledger_thatIsWritten_hasTheBytesOfEarlierReleases() throws IOException {
        write(temp);
        golden("ledger").requireSame(temp.resolve(FileLedgerStorage.FILE));
        golden("ledger-lock").requireSame(temp.resolve(FileLedgerStorage.LOCK));
    }

    @Test
    void ledger_ofEveryRelease_goesOn() throws IOException {
        for (String release : GoldenFile.releases(LedgerFilesTest.class)) {
            Path home = put(release, "ledger");
            int before = LedgerHistory.read(home).entries().size();
            try (AccountedLedger ledger = LedgerFixtures.open(home)) {
                ledger.reserve(request("declared", 1, LedgerFixtures.GAUSSIAN));
            }
            assertEquals(before + 1, LedgerHistory.read(home).entries().size());
        }
    }

    /** The ledger of a release with its lock file, which remembers the last record. */
    private Path put(String release, String name) throws IOException {
        Path home = temp.resolve(release + "-" + name);
        GoldenFile.of(LedgerFilesTest.class, release, name).writeTo(home.resolve(FileLedgerStorage.FILE));
        GoldenFile.of(LedgerFilesTest.class, release, name + "-lock").writeTo(home.resolve(FileLedgerStorage.LOCK));
        return home;
    }

    /**
     * A ledger of users in which every kind of record and of event is, and whose last record was once cut by a crash.
     */
    private static AccountedLedger openEveryKind(Path directory) {
        Accountant adding = new LedgerFixtures.AddingAccountant("adding");
        Accountant accountant = new Accountant() {
            @Override
            public String id() {
                return "adding";
            }

            @Override
            public double epsilon(MechanismEvent event, double delta) {
                if (event instanceof MechanismEvent.Sequence sequence) {
                    return sequence.steps().stream()
                            .mapToDouble(step -> epsilon(step, delta))
                            .sum();
                }
                return event instanceof MechanismEvent.Laplace laplace
                        ? laplace.count() / laplace.scale()
                        : adding.epsilon(event, delta);
            }
        };
        return AccountedLedger.open(
                directory,
                new LedgerTerms(
                        LedgerFixtures.terms().dataset(),
                        LedgerFixtures.terms().fingerprint(),
                        PATIENTS,
                        Adjacency.ZERO_OUT,
                        LedgerFixtures.BUDGET,
                        new AccountingMode.FixedPlan()),
                LedgerFixtures.cap(),
                SpendingRule.fixedPlan(accountant),
                LedgerFixtures.clock());
    }

    private static ReservationRequest ofPatients(String study, int round, MechanismEvent event) {
        return new ReservationRequest(
                new DatasetIdentity(LedgerFixtures.DATASET), PATIENTS, Adjacency.ZERO_OUT, study, round, event);
    }

    private static void writeEveryKind(Path directory) throws IOException {
        try (AccountedLedger ledger = openEveryKind(directory)) {
            ledger.reserve(ofPatients("calls", 0, new MechanismEvent.Selection(0.0625, 2)));
            ledger.reserve(ofPatients("calls", 1, new MechanismEvent.Laplace(16, 3)));
            ledger.reserve(ofPatients("calls", 2, PURE));
            ledger.reserve(ofPatients("calls", 3, LedgerFixtures.GAUSSIAN));
            ledger.declare(plan("release", SUM));
            ledger.reserve(ofPatients("release", 0, SUM));
        }
        // what a process that was killed in the middle of a record leaves
        Files.writeString(
                directory.resolve(FileLedgerStorage.FILE),
                "0000017",
                StandardCharsets.US_ASCII,
                StandardOpenOption.APPEND);
        openEveryKind(directory).close();
    }

    private static Set<Class<?>> kinds(List<LedgerEntry> entries) {
        return entries.stream().map(entry -> entry.record().getClass()).collect(Collectors.toSet());
    }

    private static void collect(MechanismEvent event, Set<Class<?>> kinds) {
        kinds.add(event.getClass());
        if (event instanceof MechanismEvent.Sequence sequence) {
            sequence.steps().forEach(step -> collect(step, kinds));
        }
    }

    @Test
    void recordsAndEventsOfEveryKind_areWrittenAsTheNewestReleaseDid() throws IOException {
        writeEveryKind(temp);
        golden("every-kind").requireSame(temp.resolve(FileLedgerStorage.FILE));
        golden("every-kind-lock").requireSame(temp.resolve(FileLedgerStorage.LOCK));
        List<LedgerEntry> entries = LedgerHistory.read(temp).entries();
        assertEquals(Set.of(LedgerRecord.class.getPermittedSubclasses()), kinds(entries));
        Set<Class<?>> events = new HashSet<>();
        entries.forEach(entry -> {
            if (entry.record() instanceof LedgerRecord.Reserved reserved) {
                collect(reserved.event(), events);
            } else if (entry.record() instanceof LedgerRecord.Declared declared) {
                declared.plan().rounds().forEach(event -> collect(event, events));
            }
        });
        Set<Class<?>> charged = new HashSet<>(Set.of(MechanismEvent.class.getPermittedSubclasses()));
        charged.remove(MechanismEvent.NonPrivate.class); // which no ledger lets through
        charged.remove(MechanismEvent.Distance.class); // which has a file of its own, as it came later
        assertEquals(charged, events);
    }

    @Test
    void recordsAndEventsOfEveryKind_ofEveryRelease_areRead_andNothingIsSpentTwice() throws IOException {
        for (String release : GoldenFile.releases(LedgerFilesTest.class)) {
            Path home = put(release, "every-kind");
            assertEquals(
                    List.of(
                            ofPatients("calls", 0, new MechanismEvent.Selection(0.0625, 2)),
                            ofPatients("calls", 1, new MechanismEvent.Laplace(16, 3)),
                            ofPatients("calls", 2, PURE),
                            ofPatients("calls", 3, LedgerFixtures.GAUSSIAN),
                            ofPatients("release", 0, SUM)),
                    LedgerHistory.read(home).requests());
            // 2/16 + 3/16 + 1/16 + 1/8 for the calls, and 1/8 + 1/16 for the release: sums of powers of 2 are exact
            assertEquals(0.6875, LedgerHistory.read(home).spent().spentEpsilon());
            int before = LedgerHistory.read(home).entries().size();
            try (AccountedLedger ledger = openEveryKind(home)) {
                assertThrows(PrivacyException.class, () -> ledger.reserve(ofPatients("release", 0, SUM)));
                assertThrows(PrivacyException.class, () -> ledger.reserve(ofPatients("calls", 2, PURE)));
                ledger.reserve(ofPatients("calls", 4, PURE));
            }
            assertEquals(before + 1, LedgerHistory.read(home).entries().size());
        }
    }

    /** A study with noise whose law is only near the stated one, of a solver whose jar is known. */
    private static void writeNear(Path directory) {
        MechanismEvent near = new MechanismEvent.Sequence(
                List.of(LedgerFixtures.GAUSSIAN, new MechanismEvent.Distance(0x1p-47, 210)));
        try (AccountedLedger ledger = openNear(directory)) {
            ledger.declare(new SpendingPlan(
                    "near",
                    "dp-test",
                    "google-dp",
                    List.of(near),
                    0x1p-22,
                    Optional.of("own.jar sha256:" + "0".repeat(64))));
            ledger.reserve(request("near", 0, near));
        }
    }

    private static AccountedLedger openNear(Path directory) {
        return AccountedLedger.open(
                directory,
                LedgerFixtures.terms(),
                LedgerFixtures.cap(),
                SpendingRule.fixedPlan(new Accountant() {
                    @Override
                    public String id() {
                        return "eighth";
                    }

                    @Override
                    public double epsilon(MechanismEvent event, double delta) {
                        return 0.125;
                    }
                }),
                LedgerFixtures.clock());
    }

    @Test
    void nearNoiseAndTheJarOfASolver_areWrittenAndRead() throws IOException {
        writeNear(temp);
        golden("near").requireSame(temp.resolve(FileLedgerStorage.FILE));
        golden("near-lock").requireSame(temp.resolve(FileLedgerStorage.LOCK));
        LedgerRecord declared = LedgerHistory.read(temp).entries().stream()
                .map(LedgerEntry::record)
                .filter(LedgerRecord.Declared.class::isInstance)
                .findFirst()
                .orElseThrow();
        SpendingPlan plan = ((LedgerRecord.Declared) declared).plan();
        assertEquals(Optional.of("own.jar sha256:" + "0".repeat(64)), plan.solverOrigin());
        Set<Class<?>> events = new HashSet<>();
        plan.rounds().forEach(event -> collect(event, events));
        assertTrue(events.contains(MechanismEvent.Distance.class));
    }

    /** After an upgrade the same solver is in another jar: a plan that was paid for goes on. */
    @Test
    void planOfTheSameSolverInAnotherJar_isTheSamePlan() {
        writeNear(temp);
        try (AccountedLedger ledger = openNear(temp)) {
            SpendingPlan plan = new SpendingPlan(
                    "near",
                    "dp-test",
                    "google-dp",
                    List.of(new MechanismEvent.Sequence(
                            List.of(LedgerFixtures.GAUSSIAN, new MechanismEvent.Distance(0x1p-47, 210)))),
                    0x1p-22,
                    Optional.of("own.jar sha256:" + "1".repeat(64)));
            assertFalse(ledger.declare(plan).charged());
        }
    }

    /** The hash of every record is right: it is the format, and not damage, that is refused. */
    @Test
    void ledgerOfANewerFormat_isRefused_andBothFormatsAreNamed() throws IOException {
        String header = new String(
                RecordCodec.write(
                        0,
                        "0".repeat(64),
                        LedgerFixtures.CLOCK.instant(),
                        new LedgerRecord.Header(LedgerFixtures.terms())),
                StandardCharsets.UTF_8);
        byte[] newer = header.replace("\"format\":1", "\"format\":2").getBytes(StandardCharsets.UTF_8);
        Path file = temp.resolve(FileLedgerStorage.FILE);
        Files.write(file, LedgerLine.line(newer));
        String hash = LedgerLine.hash(LedgerLine.line(newer));
        Files.writeString(
                temp.resolve(FileLedgerStorage.LOCK),
                LedgerMark.closed(hash, hash).text());
        byte[] before = Files.readAllBytes(file);
        for (Executable use : List.<Executable>of(
                () -> LedgerHistory.read(temp), () -> LedgerFixtures.open(temp).close())) {
            LedgerException e = assertThrows(LedgerException.class, use);
            assertFalse(e instanceof LedgerTamperedException, e.getMessage());
            String message = String.valueOf(e.getMessage());
            assertTrue(
                    message.endsWith("is of format 2, and this release reads and writes format 1:"
                            + " go on with the release that wrote it"),
                    message);
        }
        assertArrayEquals(before, Files.readAllBytes(file));
    }
}
