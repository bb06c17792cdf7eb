// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.InsecurePlainUpload;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.Answer;
import io.hedgerow.core.protocol.ChangeCodec;
import io.hedgerow.core.protocol.CommunicationPolicy;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.CoordinatorRecord;
import io.hedgerow.core.protocol.JournalException;
import io.hedgerow.core.protocol.Payload;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.ProtocolException;
import io.hedgerow.core.protocol.SiteFailure;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.SparseChange;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.UnwritableFileException;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.UpdateForm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What journals hold against coordinators and sites, and what happens when they fail. */
class DurableEndsTest {

    private static final MechanismEvent FREE = new MechanismEvent.NonPrivate("test");

    private final Study study = Fixtures.study(2, 3, 2, CommunicationPolicy.exact());

    private SiteSession session(String site, Study of, Journal<SiteRecord> journal, UpdateProtector protector) {
        SiteData data = Fixtures.data(site);
        return new SiteSession(
                new SiteId(site),
                of,
                data,
                InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity()),
                new SiteOptimum(FREE),
                protector,
                journal);
    }

    private SiteSession session(String site, Study of, Journal<SiteRecord> journal) {
        return session(site, of, journal, new InsecurePlainUpload(of));
    }

    private InMemoryNetwork network(String... names) {
        Stream<SiteSession> sessions = Stream.of(names).map(name -> session(name, study, Journal.none()));
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
                    List.of(session("a", study, Journal.none()), session("b", study, Journal.none()));
            InMemoryNetwork network = new InMemoryNetwork(sessions, Runnable::run);
            assertThrows(
                    JournalException.class,
                    () -> coordinator(study, network, new Full<>(disk.open(), left, DurableEndsTest::broken))
                            .run());
            long begun = disk.records().stream()
                    .filter(CoordinatorRecord.Begun.class::isInstance)
                    .count();
            long nonZeros = begun * 9;
            assertEquals(2 * nonZeros, network.uploadedCoefficients(), "sites answered what is in the journal");
            assertFalse(sessions.get(0).isFinished());
        }
    }

    /** A disk with space for some records. */
    private static final class Full<R> implements Journal<R> {
        private final Journal<R> disk;
        private int left;
        private final Supplier<JournalException> failure;

        Full(Journal<R> disk, int left, Supplier<JournalException> failure) {
            this.disk = disk;
            this.left = left;
            this.failure = failure;
        }

        @Override
        public Optional<R> next() {
            return disk.next();
        }

        @Override
        public void append(R record) {
            if (left-- <= 0) {
                throw failure.get();
            }
            disk.append(record);
        }
    }

    @Test
    void site_refusesTheJournalOfAnotherStudyOrSite() {
        MemoryJournal<SiteRecord> journal = new MemoryJournal<>(new CrashPoints(-1));
        session("a", study, journal.open()).answer(Fixtures.task(0, Payload.empty()));
        Study other = Fixtures.study(2, 3, 1, CommunicationPolicy.exact());
        assertThrows(JournalException.class, () -> session("a", other, journal.open()));
        assertThrows(JournalException.class, () -> session("b", study, journal.open()));
        journal.records().add(journal.records().get(1));
        assertThrows(JournalException.class, () -> session("a", study, journal.open()), "round 0 twice");
    }

    @Test
    void site_thatCannotWrite_saysThatThereIsNoUpdate_andStops() throws InterruptedException {
        // joined, begun, computing, answered: the site fails at each of them but the first
        for (int space = 1; space < 4; space++) {
            MemoryJournal<SiteRecord> disk = new MemoryJournal<>(new CrashPoints(-1));
            SiteSession session = session("a", study, new Full<>(disk.open(), space, DurableEndsTest::broken));
            List<SiteReply> sent = new ArrayList<>();
            List<RuntimeException> told = new ArrayList<>();
            assertThrows(JournalException.class, () -> session.run(channel(sent), told::add));
            assertEquals(
                    List.of(new SiteFailure(new SiteId("a"), 0, SiteFailure.Kind.INTERNAL)), sent, "space " + space);
            assertEquals(JournalException.class, told.get(0).getClass());
            assertThrows(JournalException.class, () -> session.answer(Fixtures.task(0, Payload.empty())));
            // with space again, and a new process: the round is computed, because it costs nothing
            ProtectedUpdate update = session("a", study, disk.open()).answer(Fixtures.task(0, Payload.empty()));
            assertEquals(update, session("a", study, disk.open()).answer(Fixtures.task(0, Payload.empty())));
        }
    }

    private static JournalException broken() {
        return new JournalException("the journal cannot be written");
    }

    private static UnwritableFileException full() {
        return new UnwritableFileException("the journal cannot be written", new IOException("No space left on device"));
    }

    /** A coordinator that heard of it would go on without the site, which is back when there is room. */
    @Test
    void site_whoseDiskIsFull_saysNothing_andGoesOnWithRoom() {
        for (int space = 1; space < 4; space++) {
            MemoryJournal<SiteRecord> disk = new MemoryJournal<>(new CrashPoints(-1));
            SiteSession session = session("a", study, new Full<>(disk.open(), space, DurableEndsTest::full));
            List<SiteReply> sent = new ArrayList<>();
            assertThrows(UnwritableFileException.class, () -> session.run(channel(sent), failure -> {}));
            assertEquals(List.of(), sent, "space " + space);
            ProtectedUpdate update = session("a", study, disk.open()).answer(Fixtures.task(0, Payload.empty()));
            assertEquals(update, session("a", study, disk.open()).answer(Fixtures.task(0, Payload.empty())));
        }
    }

    /** The memory of masks is such a protector. */
    @Test
    void site_whoseProtectorCannotWrite_losesNoRound() {
        MemoryJournal<SiteRecord> journal = new MemoryJournal<>(new CrashPoints(-1));
        UpdateProtector full = new UpdateProtector() {
            @Override
            public UpdateForm form() {
                return UpdateForm.SUMMED_CHANGE;
            }

            @Override
            public String id() {
                return new InsecurePlainUpload(study).id();
            }

            @Override
            public ProtectedUpdate protect(Update made) {
                throw full();
            }
        };
        Task task = Fixtures.task(0, Payload.empty());
        SiteSession session = session("a", study, journal.open(), full);
        assertThrows(UnwritableFileException.class, () -> session.answer(task));
        assertTrue(journal.records().stream().noneMatch(SiteRecord.Failed.class::isInstance));
        assertEquals(
                session("a", study, Journal.none()).answer(task),
                session("a", study, journal.open()).answer(task));
    }

    private static SiteChannel channel(List<SiteReply> sent) {
        return new SiteChannel() {
            @Override
            public CoordinatorMessage receive() {
                return Fixtures.task(0, Payload.empty());
            }

            @Override
            public void send(ProtectedUpdate update) {
                sent.add(update);
            }

            @Override
            public void send(Answer answer) {
                sent.add(answer);
            }

            @Override
            public void send(SiteFailure failure) {
                sent.add(failure);
            }
        };
    }

    @Test
    void protectorOfARestartedSite_isGivenTheLastUpdateAgain_whenItsTaskComesAgain() {
        MemoryJournal<SiteRecord> journal = new MemoryJournal<>(new CrashPoints(-1));
        Remembering first = new Remembering(study);
        SiteSession session = session("a", study, journal.open(), first);
        Task task = Fixtures.task(0, Payload.empty());
        ProtectedUpdate stored = session.answer(task);

        Remembering second = new Remembering(study);
        SiteSession again = session("a", study, journal.open(), second);
        ProtectedUpdate repeated = again.answer(task);
        assertEquals(task, second.task);
        assertEquals(first.update, second.update);
        assertEquals(Payload.empty(), repeated.payload(), "as the protector says");
        assertEquals(1, first.protections + second.protections);
        assertEquals(stored.round(), repeated.round());
    }

    /** Protects the first update of a life otherwise than what comes again, and says the same again after that. */
    private UpdateProtector attempts(int first) {
        return new UpdateProtector() {
            @Override
            public UpdateForm form() {
                return UpdateForm.SUMMED_CHANGE;
            }

            private int attempt = first;

            @Override
            public String id() {
                return "attempts";
            }

            @Override
            public ProtectedUpdate protect(Update made) {
                return new ProtectedUpdate(
                        made.site(), made.study(), made.round(), id(), Payload.copyOf(new byte[] {(byte) attempt}));
            }

            @Override
            public ProtectedUpdate again(Task last, Update made, ProtectedUpdate stored) {
                attempt++;
                return attempt < 4 ? protect(made) : stored;
            }
        };
    }

    /** Where a round is tried again, the coordinator refuses what was of an attempt before. */
    @Test
    void updateThatWasProtectedForAnotherAttempt_isWhatARestartedSiteHas() {
        MemoryJournal<SiteRecord> journal = new MemoryJournal<>(new CrashPoints(-1));
        SiteSession session = session("a", study, journal.open(), attempts(1));
        Task task = Fixtures.task(0, Payload.empty());
        session.answer(task);
        long coefficients = session.uploadedCoefficients();
        session.answer(task);
        ProtectedUpdate third = session.answer(task);
        assertEquals(Payload.copyOf(new byte[] {3}), third.payload());
        assertEquals(third, session.answer(task));
        int records = journal.records().size();

        SiteSession killed = session("a", study, journal.open(), attempts(9));
        assertEquals(third, killed.answer(task));
        assertEquals(records, journal.records().size(), "the same bytes are not noted again");
        assertEquals(coefficients, session.uploadedCoefficients(), "a solution counts once");
        assertEquals(coefficients, killed.uploadedCoefficients());
        assertEquals(session.dual(), killed.dual());
    }

    @Test
    void taskOfARoundThatIsOver_isIgnored_andNoAnswerIsSent() {
        SiteSession session = session("a", study, Journal.none());
        Task first = Fixtures.task(0, Payload.empty());
        session.answer(first);
        Payload none = new ChangeCodec(9, study.communication()).encode(SparseChange.of(new int[0], new double[0]));
        session.answer(Fixtures.task(1, none, new SiteId("a")));
        Parameters before = session.dual();
        session.observe(first);
        assertEquals(before, session.dual());
        assertThrows(ProtocolException.class, () -> session.answer(first));
    }

    @Test
    void sums_areTheSameWhereverTheCoordinatorIsKilled() throws InterruptedException {
        List<SumCoordinator.Release> releases = new ArrayList<>();
        for (int k = -1; k < 14; k++) {
            var sessions = List.of(session("a", study, Journal.none()), session("b", study, Journal.none()));
            MemoryJournal<CoordinatorRecord> journal = new MemoryJournal<>(new CrashPoints(k));
            SumCoordinator.Release release = null;
            for (int life = 0; release == null; life++) {
                try {
                    release = new SumCoordinator(
                                    study,
                                    new InMemoryNetwork(sessions, Runnable::run),
                                    new InsecurePlainUpload(study),
                                    System::nanoTime,
                                    journal.open())
                            .run(3, (round, total) -> total.sum())
                            .orElseThrow();
                } catch (CrashPoints.Crash killed) {
                    assertEquals(0, life);
                }
            }
            releases.add(Objects.requireNonNull(release));
            assertTrue(sessions.get(0).isFinished());
        }
        assertEquals(1, Set.copyOf(releases).size());
    }
}
