// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.federation.coordinator.CrashPoints;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.coordinator.MemoryJournal;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a journal holds against its site, and what happens when it fails. */
class DurableSiteTest {

    private final Study study = Fixtures.study(2, 3, 2, CommunicationPolicy.exact());

    @Test
    void site_refusesTheJournalOfAnotherStudyOrSite() {
        MemoryJournal<SiteRecord> journal = new MemoryJournal<>(new CrashPoints(-1));
        Fixtures.session("a", study, journal.open()).answer(Fixtures.task(0, Payload.empty()));
        Study other = Fixtures.study(2, 3, 1, CommunicationPolicy.exact());
        assertThrows(JournalException.class, () -> Fixtures.session("a", other, journal.open()));
        assertThrows(JournalException.class, () -> Fixtures.session("b", study, journal.open()));
        journal.records().add(journal.records().get(1));
        assertThrows(JournalException.class, () -> Fixtures.session("a", study, journal.open()), "round 0 twice");
    }

    @Test
    void site_thatCannotWrite_saysThatThereIsNoUpdate_andStops() throws InterruptedException {
        // joined, begun, computing, answered: the site fails at each of them but the first
        for (int space = 1; space < 4; space++) {
            MemoryJournal<SiteRecord> disk = new MemoryJournal<>(new CrashPoints(-1));
            SiteSession session =
                    Fixtures.session("a", study, new FullJournal<>(disk.open(), space, FullJournal::broken));
            ScriptedChannel channel = new ScriptedChannel(List.of(Fixtures.task(0, Payload.empty())));
            List<RuntimeException> told = new ArrayList<>();
            assertThrows(JournalException.class, () -> session.run(channel, told::add));
            assertEquals(
                    List.of(new SiteReply.Failure(new SiteId("a"), 0, SiteReply.Failure.Kind.INTERNAL)),
                    channel.sent,
                    "space " + space);
            assertEquals(JournalException.class, told.get(0).getClass());
            assertThrows(JournalException.class, () -> session.answer(Fixtures.task(0, Payload.empty())));
            // with space again, and a new process: the round is computed, because it costs nothing
            ProtectedUpdate update =
                    Fixtures.session("a", study, disk.open()).answer(Fixtures.task(0, Payload.empty()));
            assertEquals(update, Fixtures.session("a", study, disk.open()).answer(Fixtures.task(0, Payload.empty())));
        }
    }

    private static UnwritableFileException full() {
        return new UnwritableFileException("the journal cannot be written", new IOException("No space left on device"));
    }

    /** A coordinator that heard of it would go on without the site, which is back when there is room. */
    @Test
    void site_whoseDiskIsFull_saysNothing_andGoesOnWithRoom() {
        for (int space = 1; space < 4; space++) {
            MemoryJournal<SiteRecord> disk = new MemoryJournal<>(new CrashPoints(-1));
            SiteSession session =
                    Fixtures.session("a", study, new FullJournal<>(disk.open(), space, DurableSiteTest::full));
            ScriptedChannel channel = new ScriptedChannel(List.of(Fixtures.task(0, Payload.empty())));
            assertThrows(UnwritableFileException.class, () -> session.run(channel, failure -> {}));
            assertEquals(List.of(), channel.sent, "space " + space);
            ProtectedUpdate update =
                    Fixtures.session("a", study, disk.open()).answer(Fixtures.task(0, Payload.empty()));
            assertEquals(update, Fixtures.session("a", study, disk.open()).answer(Fixtures.task(0, Payload.empty())));
        }
    }

    /** The memory of masks is such a protector. */
    @Test
    void site_whoseProtectorCannotWrite_losesNoRound() {
        MemoryJournal<SiteRecord> journal = new MemoryJournal<>(new CrashPoints(-1));
        UpdateProtector full = new UpdateProtector() {
            @Override
            public Update.Form form() {
                return Update.Form.SUMMED_CHANGE;
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
        SiteSession session = Fixtures.session("a", study, journal.open(), full);
        assertThrows(UnwritableFileException.class, () -> session.answer(task));
        assertTrue(journal.records().stream().noneMatch(SiteRecord.Failed.class::isInstance));
        assertEquals(
                Fixtures.session("a", study, Journal.none()).answer(task),
                Fixtures.session("a", study, journal.open()).answer(task));
    }

    @Test
    void protectorOfARestartedSite_isGivenTheLastUpdateAgain_whenItsTaskComesAgain() {
        MemoryJournal<SiteRecord> journal = new MemoryJournal<>(new CrashPoints(-1));
        Remembering first = new Remembering(study);
        SiteSession session = Fixtures.session("a", study, journal.open(), first);
        Task task = Fixtures.task(0, Payload.empty());
        ProtectedUpdate stored = session.answer(task);

        Remembering second = new Remembering(study);
        SiteSession again = Fixtures.session("a", study, journal.open(), second);
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
            public Update.Form form() {
                return Update.Form.SUMMED_CHANGE;
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
        SiteSession session = Fixtures.session("a", study, journal.open(), attempts(1));
        Task task = Fixtures.task(0, Payload.empty());
        session.answer(task);
        long coefficients = session.uploadedCoefficients();
        session.answer(task);
        ProtectedUpdate third = session.answer(task);
        assertEquals(Payload.copyOf(new byte[] {3}), third.payload());
        assertEquals(third, session.answer(task));
        int records = journal.records().size();

        SiteSession killed = Fixtures.session("a", study, journal.open(), attempts(9));
        assertEquals(third, killed.answer(task));
        assertEquals(records, journal.records().size(), "the same bytes are not noted again");
        assertEquals(coefficients, session.uploadedCoefficients(), "a solution counts once");
        assertEquals(coefficients, killed.uploadedCoefficients());
        assertEquals(session.dual(), killed.dual());
    }

    @Test
    void taskOfARoundThatIsOver_isIgnored_andNoAnswerIsSent() {
        SiteSession session = Fixtures.session("a", study, Journal.none());
        Task first = Fixtures.task(0, Payload.empty());
        session.answer(first);
        Payload none = new ChangeCodec(9, study.communication()).encode(SparseChange.of(new int[0], new double[0]));
        session.answer(Fixtures.task(1, none, new SiteId("a")));
        Parameters before = session.dual();
        session.observe(first);
        assertEquals(before, session.dual());
        assertThrows(ProtocolException.class, () -> session.answer(first));
    }
}
