// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.internal.file.GoldenFile;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.protocol.SiteFailure;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.internal.egress.EgressEntry;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.internal.egress.LedgerReference;
import io.hedgerow.transport.internal.egress.SecurityEvent;
import io.hedgerow.transport.internal.egress.SecurityLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
            new SiteRecord.Computing(0, true),
            new SiteRecord.Failed(0, SiteFailure.Kind.INTERNAL, Optional.empty(), Payload.empty()));

    @TempDir
    private Path temp;

    private static GoldenFile golden(String name) throws IOException {
        return GoldenFile.of(JournalFilesTest.class, name);
    }

    static void write(Path directory) {
        try (FileJournal<SiteRecord> journal = FileJournal.ofSite(directory.resolve("journal"))) {
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
    void files_ofAnEarlierRelease_areRead() throws IOException {
        for (String name : FILES) {
            golden(name).writeTo(temp.resolve(name));
            golden("lock").writeTo(temp.resolve(name + ".lock"));
        }
        try (FileJournal<SiteRecord> journal = FileJournal.ofSite(temp.resolve("journal"))) {
            List<SiteRecord> found = new ArrayList<>();
            for (Optional<SiteRecord> next = journal.next(); next.isPresent(); next = journal.next()) {
                found.add(next.get());
            }
            assertEquals(RECORDS, found);
        }
        assertEquals(2, EgressLog.verify(temp.resolve("egress.log")).messages());
        SecurityLog.open(temp.resolve("security.log"), 10_000, CLOCK).close();
        golden("security.log").requireSame(temp.resolve("security.log"));
    }
}
