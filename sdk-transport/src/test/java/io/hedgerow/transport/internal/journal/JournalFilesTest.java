// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.internal.file.GoldenFile;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry.LedgerReference;
import io.hedgerow.transport.internal.egress.SecurityEvent;
import io.hedgerow.transport.internal.egress.SecurityLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Journals and logs of earlier releases are read, and later ones are written as they were, byte for byte. */
class JournalFilesTest {

    private static final SiteId SITE = new SiteId("a-site");
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2030-01-02T03:04:05Z"));
    private static final List<String> FILES = List.of("journal", "egress.log", "security.log");
    private static final List<SiteRecord> RECORDS = List.of(
            new SiteRecord.Joined(SITE, "study", "0f".repeat(32), "pgcd", "plain"),
            new SiteRecord.Begun(new Task("study", 0, 1.5, Payload.copyOf(new byte[] {1, 2, 3}), Set.of(SITE))),
            new SiteRecord.Computing(0, SiteRecord.Again.ALWAYS),
            new SiteRecord.Failed(0, SiteReply.Failure.Kind.INTERNAL, Optional.empty(), Payload.empty()));

    private static final Task TASK = new Task("study", 1, 0.5, Payload.copyOf(new byte[] {9}), Set.of(SITE));
    private static final Parameters SOLUTION = parameters(0, 1.25, 0, -3);

    /** Of every kind; a solution is written as what differs from the last one. */
    private static final List<SiteRecord> OF_SITE = List.of(
            new SiteRecord.Joined(SITE, "study", "0f".repeat(32), "pgcd", "secure-aggregation"),
            new SiteRecord.Begun(TASK),
            new SiteRecord.Computing(1, SiteRecord.Again.NEVER),
            new SiteRecord.Solved(1, SOLUTION, Payload.copyOf(new byte[] {4, 5})),
            new SiteRecord.Answered(
                    parameters(0, 1.25, 2, -3),
                    new ProtectedUpdate(SITE, "study", 1, "secure-aggregation", Payload.copyOf(new byte[] {6, 7, 8})),
                    Payload.empty()),
            new SiteRecord.Failed(2, SiteReply.Failure.Kind.INTERNAL, Optional.of(SOLUTION), Payload.empty()),
            new SiteRecord.Finished(
                    new CoordinatorMessage.Outcome("study", StudyState.CONVERGED, Payload.copyOf(new byte[] {1}))));

    /** Since sites note when reading begins. */
    private static final List<SiteRecord> OF_READING_SITE = List.of(
            new SiteRecord.Joined(SITE, "study", "0f".repeat(32), "dp-gram", "plain"),
            new SiteRecord.Begun(TASK),
            new SiteRecord.Computing(1, SiteRecord.Again.UNTIL_READ),
            new SiteRecord.Reading(1));

    private static final List<CoordinatorRecord> OF_COORDINATOR = List.of(
            new CoordinatorRecord.Opened("study", "0f".repeat(32), "augmented", "plain", List.of(SITE)),
            new CoordinatorRecord.Begun(TASK),
            new CoordinatorRecord.Summed(
                    new Aggregate(
                            1, Set.of(SITE), SOLUTION, Map.of(SITE, SparseChange.of(new int[] {1, 3}, new double[] {
                                1.25, -3
                            }))),
                    37),
            new CoordinatorRecord.Excluded(new SiteId("south")),
            new CoordinatorRecord.Ended(StudyState.QUORUM_NOT_MET, "round 2 had 1 ≤ 2"));

    @TempDir
    private Path temp;

    private static GoldenFile golden(String name) throws IOException {
        return GoldenFile.of(JournalFilesTest.class, name);
    }

    private static Parameters parameters(double... values) {
        return Parameters.copyOf(values);
    }

    static void write(Path directory) {
        try (FileJournal<SiteRecord> journal = FileJournal.ofSite(directory.resolve("journal"), 0)) {
            journal.next();
            RECORDS.forEach(journal::append);
        }
        try (EgressLog log = EgressLog.open(directory.resolve("egress.log"))) {
            log.append(entry("update", Optional.of(new LedgerReference(12, "cd".repeat(32)))));
            log.append(entry("failure", Optional.empty()));
        }
        try (SecurityLog log = SecurityLog.open(directory.resolve("security.log"), 10_000, CLOCK)) {
            log.happened(new SecurityEvent(SecurityEvent.Kind.REPLAY, "peer \"é\"\n", "study", "came twice"));
        }
    }

    private static EgressEntry entry(String type, Optional<LedgerReference> ledger) {
        return new EgressEntry(CLOCK.instant(), type, "hub \"é\"", "study", 3, 100, "ab".repeat(32), ledger);
    }

    @Test
    void files_thatAreWritten_haveTheBytesOfEarlierReleases() throws IOException {
        write(temp);
        for (String name : FILES) {
            golden(name).requireSame(temp.resolve(name));
            golden("lock").requireSame(temp.resolve(name + ".lock"));
        }
    }

    @Test
    void files_ofEveryRelease_areRead() throws IOException {
        for (String release : GoldenFile.releases(JournalFilesTest.class)) {
            Path home = temp.resolve(release);
            for (String name : FILES) {
                GoldenFile.of(JournalFilesTest.class, release, name).writeTo(home.resolve(name));
                GoldenFile.of(JournalFilesTest.class, release, "lock").writeTo(home.resolve(name + ".lock"));
            }
            try (FileJournal<SiteRecord> journal = FileJournal.ofSite(home.resolve("journal"), 0)) {
                assertEquals(RECORDS, all(journal));
            }
            assertEquals(2, EgressLog.verify(home.resolve("egress.log")).messages());
            SecurityLog.open(home.resolve("security.log"), 10_000, CLOCK).close();
            GoldenFile.of(JournalFilesTest.class, release, "security.log").requireSame(home.resolve("security.log"));
        }
    }

    private static <R> List<R> all(FileJournal<R> journal) {
        List<R> found = new ArrayList<>();
        for (Optional<R> next = journal.next(); next.isPresent(); next = journal.next()) {
            found.add(next.get());
        }
        return found;
    }

    private static Set<Class<?>> kinds(List<?> records) {
        return records.stream().map(Object::getClass).collect(Collectors.toSet());
    }

    @Test
    void recordsOfEveryKind_areWrittenAsTheNewestReleaseDid_andReadFromEveryRelease() throws IOException {
        List<SiteRecord> ofAnySite = new ArrayList<>(OF_SITE);
        ofAnySite.addAll(OF_READING_SITE);
        assertEquals(Set.of(SiteRecord.class.getPermittedSubclasses()), kinds(ofAnySite));
        assertEquals(Set.of(CoordinatorRecord.class.getPermittedSubclasses()), kinds(OF_COORDINATOR));
        try (FileJournal<SiteRecord> journal = FileJournal.ofSite(temp.resolve("site"), 0)) {
            assertTrue(journal.isNew());
            OF_SITE.forEach(journal::append);
        }
        golden("site-journal").requireSame(temp.resolve("site"));
        try (FileJournal<SiteRecord> journal = FileJournal.ofSite(temp.resolve("reading-site"), 0)) {
            assertTrue(journal.isNew());
            OF_READING_SITE.forEach(journal::append);
        }
        golden("reading-site-journal").requireSame(temp.resolve("reading-site"));
        try (FileJournal<CoordinatorRecord> journal = FileJournal.ofCoordinator(temp.resolve("coordinator"))) {
            assertTrue(journal.isNew());
            OF_COORDINATOR.forEach(journal::append);
        }
        golden("coordinator-journal").requireSame(temp.resolve("coordinator"));
        for (GoldenFile earlier : GoldenFile.ofAllReleases(JournalFilesTest.class, "site-journal")) {
            earlier.writeTo(temp.resolve("site"));
            try (FileJournal<SiteRecord> journal = FileJournal.ofSite(temp.resolve("site"), 0)) {
                assertEquals(OF_SITE, all(journal));
            }
        }
        for (GoldenFile earlier : GoldenFile.ofAllReleases(JournalFilesTest.class, "reading-site-journal")) {
            earlier.writeTo(temp.resolve("reading-site"));
            try (FileJournal<SiteRecord> journal = FileJournal.ofSite(temp.resolve("reading-site"), 0)) {
                assertEquals(OF_READING_SITE, all(journal));
            }
        }
        for (GoldenFile earlier : GoldenFile.ofAllReleases(JournalFilesTest.class, "coordinator-journal")) {
            earlier.writeTo(temp.resolve("coordinator"));
            try (FileJournal<CoordinatorRecord> journal = FileJournal.ofCoordinator(temp.resolve("coordinator"))) {
                assertEquals(OF_COORDINATOR, all(journal));
            }
        }
    }

    @Test
    void filesOfAnotherFormat_areRefused_andBothFormatsAreNamed() throws IOException {
        write(temp);
        for (String name : FILES) {
            Path file = temp.resolve(name);
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            String kind = text.lines().findFirst().orElseThrow();
            String newer = kind.replace(" 1", " 2");
            Files.writeString(file, text.replace(kind, newer), StandardCharsets.ISO_8859_1);
            JournalException e = assertThrows(JournalException.class, () -> open(name, file));
            for (String named :
                    List.of("hedgerow", " 1", " 2", "go on with the release that wrote it", file.toString())) {
                assertTrue(String.valueOf(e.getMessage()).contains(named), e.getMessage());
            }
            // it is left as it is
            assertEquals(text.replace(kind, newer), Files.readString(file, StandardCharsets.ISO_8859_1));
        }
    }

    private static void open(String name, Path file) {
        switch (name) {
            case "journal" -> FileJournal.ofSite(file, 0).close();
            case "egress.log" -> EgressLog.open(file).close();
            default -> SecurityLog.open(file, 10_000, CLOCK).close();
        }
    }
}
