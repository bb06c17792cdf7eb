// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.internal.federation.site.Fixtures;
import io.hedgerow.core.internal.federation.site.FullJournal;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a journal holds against its coordinator, and what happens when it fails. */
class DurableCoordinatorTest {

    private final Study study = Fixtures.study(2, 3, 2, CommunicationPolicy.exact());

    private InMemoryNetwork network(String... names) {
        Stream<SiteSession> sessions = Stream.of(names).map(name -> Fixtures.session(name, study, Journal.none()));
        return new InMemoryNetwork(sessions.toList(), Runnable::run);
    }

    private Coordinator coordinator(Study of, InMemoryNetwork network, Journal<CoordinatorRecord> journal) {
        return new Coordinator(
                of,
                network,
                new InsecurePlainUpload(of),
                new Fixtures.Centre(),
                (report, consensus) -> {},
                System::nanoTime,
                journal);
    }

    private MemoryJournal<CoordinatorRecord> ended() throws InterruptedException {
        MemoryJournal<CoordinatorRecord> journal = new MemoryJournal<>(new CrashPoints(-1));
        coordinator(study, network("a", "b"), journal.open()).run();
        return journal;
    }

    @Test
    void coordinator_refusesTheJournalOfAnotherStudyOrOtherSites() throws InterruptedException {
        MemoryJournal<CoordinatorRecord> journal = ended();
        int size = journal.records().size();
        Study other = Fixtures.study(2, 4, 2, CommunicationPolicy.exact());
        JournalException study4 = assertThrows(
                JournalException.class,
                () -> coordinator(other, network("a", "b"), journal.open()).run());
        assertTrue(study4.getMessage().contains(other.digest()), study4.getMessage());
        JournalException sites = assertThrows(
                JournalException.class,
                () -> coordinator(study, network("a", "c"), journal.open()).run());
        assertTrue(sites.getMessage().contains("[a, c]"), sites.getMessage());
        assertEquals(size, journal.records().size());
    }

    @Test
    void coordinator_refusesAHistoryThatItsOwnComputationContradicts() throws InterruptedException {
        MemoryJournal<CoordinatorRecord> journal = ended();
        for (int k = 1; k < journal.records().size(); k++) {
            CoordinatorRecord record = journal.records().get(k);
            CoordinatorRecord changed = changed(record);
            journal.records().set(k, changed);
            assertThrows(
                    JournalException.class,
                    () -> coordinator(study, network("a", "b"), journal.open()).run(),
                    "record " + k);
            journal.records().set(k, record);
        }
        journal.records().add(journal.records().get(1));
        assertThrows(
                JournalException.class,
                () -> coordinator(study, network("a", "b"), journal.open()).run());
    }

    private static CoordinatorRecord changed(CoordinatorRecord record) {
        if (record instanceof CoordinatorRecord.Begun begun) {
            Task task = begun.task();
            return new CoordinatorRecord.Begun(
                    new Task(task.study(), task.round(), task.rho2() * 2, task.consensusChange(), task.included()));
        }
        if (record instanceof CoordinatorRecord.Summed summed) {
            return new CoordinatorRecord.Summed(
                    new Aggregate(7, Set.of(), summed.aggregate().sum()), summed.bytesUp());
        }
        return new CoordinatorRecord.Ended(StudyState.CONVERGED, "no");
    }

    @Test
    void coordinator_thatFailedToWrite_hasSentNothingMore() {
        for (int space = 0; space < 8; space++) {
            int left = space;
            MemoryJournal<CoordinatorRecord> disk = new MemoryJournal<>(new CrashPoints(-1));
            List<SiteSession> sessions =
                    List.of(Fixtures.session("a", study, Journal.none()), Fixtures.session("b", study, Journal.none()));
            InMemoryNetwork network = new InMemoryNetwork(sessions, Runnable::run);
            assertThrows(
                    JournalException.class,
                    () -> coordinator(study, network, new FullJournal<>(disk.open(), left, FullJournal::broken))
                            .run());
            long begun = disk.records().stream()
                    .filter(CoordinatorRecord.Begun.class::isInstance)
                    .count();
            long nonZeros = begun * 9;
            assertEquals(2 * nonZeros, network.uploadedCoefficients(), "sites answered what is in the journal");
            assertFalse(sessions.get(0).isFinished());
        }
    }

    @Test
    void sums_areTheSameWhereverTheCoordinatorIsKilled() throws InterruptedException {
        List<List<Object>> releases = new ArrayList<>();
        for (int k = -1; k < 14; k++) {
            var sessions =
                    List.of(Fixtures.session("a", study, Journal.none()), Fixtures.session("b", study, Journal.none()));
            MemoryJournal<CoordinatorRecord> journal = new MemoryJournal<>(new CrashPoints(k));
            Aggregate total = null;
            for (int life = 0; total == null; life++) {
                try {
                    total = new SumCoordinator(
                                    study,
                                    new InMemoryNetwork(sessions, Runnable::run),
                                    new InsecurePlainUpload(study),
                                    System::nanoTime,
                                    journal.open())
                            .converse(
                                    3,
                                    (first, more) ->
                                            more.after(more.after(first.sum()).sum()))
                            .orElseThrow();
                } catch (CrashPoints.Crash killed) {
                    assertEquals(0, life);
                }
            }
            List<CoordinatorRecord> summed = journal.records().stream()
                    .filter(CoordinatorRecord.Summed.class::isInstance)
                    .toList();
            releases.add(List.of(Objects.requireNonNull(total), summed));
            assertTrue(sessions.get(0).isFinished());
        }
        assertEquals(1, Set.copyOf(releases).size());
    }
}
