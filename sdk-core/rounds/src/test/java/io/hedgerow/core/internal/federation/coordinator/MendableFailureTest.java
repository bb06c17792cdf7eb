// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.federation.coordinator.Coordinator.StudyResult;
import io.hedgerow.core.internal.federation.site.Fixtures;
import io.hedgerow.core.internal.federation.site.ScriptedChannel;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What a site can mend, such as a full disk, is no answer: with room it goes on with the round, at the same cost. */
class MendableFailureTest {

    private static final Task FIRST = Fixtures.task(0, Payload.empty());

    private final Study study = Fixtures.study(2, 3, 2, CommunicationPolicy.exact());
    private final MemoryJournal<SiteRecord> disk = new MemoryJournal<>(new CrashPoints(-1));
    private final Ledger ledger = new Ledger();
    private final Noisy solver = new Noisy();
    private final List<RuntimeException> noted = new ArrayList<>();

    /** Lets each round through once. May have no room, before or after the record is there. */
    private static final class Ledger implements BudgetLedger {
        final Set<Integer> rounds = new TreeSet<>();
        boolean full;
        boolean refuses;

        @Override
        public void reserve(ReservationRequest request) {
            if (refuses) {
                throw new LedgerException("the clock is behind the newest record");
            }
            if (full) {
                throw new LedgerException("the ledger cannot be written") {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public boolean isMendable() {
                        return true;
                    }
                };
            }
            if (!rounds.add(request.round())) {
                throw new LedgerException("round " + request.round() + " is spent");
            }
        }

        @Override
        public void requireLetThrough(ReservationRequest request) {
            if (!rounds.contains(request.round())) {
                throw new LedgerException("round " + request.round() + " was not let through");
            }
        }

        @Override
        public boolean mayHaveLetThrough(String study, int round) {
            return rounds.contains(round);
        }
    }

    /** Finds something else each time, as solvers with noise do. */
    private static final class Noisy implements LocalSolver {
        int solved;

        @Override
        public String id() {
            return "noisy";
        }

        @Override
        public MechanismEvent plan(Task task) {
            return new MechanismEvent.Gaussian(0.1, 1);
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            solved++;
            double[] found = problem.previous().toArray();
            Arrays.fill(found, solved);
            return new LocalSolution(Parameters.takeOver(found), 1, true);
        }
    }

    /** The memory of masks is such a protector. */
    private final class Full implements UpdateProtector {
        private final InsecurePlainUpload plain = new InsecurePlainUpload(study);

        @Override
        public Update.Form form() {
            return plain.form();
        }

        @Override
        public String id() {
            return plain.id();
        }

        @Override
        public ProtectedUpdate protect(Update made) {
            throw new UnwritableFileException("the memory of masks cannot be written", new IOException("no space"));
        }
    }

    private SiteSession session(UpdateProtector protector) {
        SiteData data = Fixtures.data("a");
        PrivacyGate gate =
                PrivacyGate.enforcing(ledger, data.identity(), new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE);
        return new SiteSession(new SiteId("a"), study, data, gate, solver, protector, disk.open());
    }

    private SiteSession session() {
        return session(new InsecurePlainUpload(study));
    }

    private boolean isFailureKept() {
        return disk.records().stream().anyMatch(SiteRecord.Failed.class::isInstance);
    }

    @Test
    void ledgerThatCannotBeWritten_isNoAnswer_andWithRoomTheRoundIsPaidForOnce() {
        ledger.full = true;
        ScriptedChannel channel = new ScriptedChannel(List.of(FIRST));
        SiteSession stopped = session();
        assertThrows(LedgerException.class, () -> stopped.run(channel, noted::add));
        assertEquals(List.of(), channel.sent, "the coordinator waits for the site");
        assertEquals(List.of(), noted, "nothing is the coordinator's fault");
        assertFalse(isFailureKept());

        ledger.full = false;
        assertEquals(0, session().answer(FIRST).round());
        assertEquals(Set.of(0), ledger.rounds);
        assertEquals(1, solver.solved);
    }

    /** As when the clock was put back: no one can tell whether that is mended, but nothing was charged. */
    @Test
    void ledgerThatFailsBeforeTheCharge_losesNoRound() throws InterruptedException {
        ledger.refuses = true;
        ScriptedChannel channel = new ScriptedChannel(List.of(FIRST));
        SiteSession stopped = session();
        LedgerException failed = assertThrows(LedgerException.class, () -> stopped.run(channel, noted::add));
        assertFalse(failed.isMendable());
        assertEquals(List.of(), channel.sent, "the coordinator waits for the site");
        assertFalse(isFailureKept());

        ledger.refuses = false;
        assertEquals(0, session().answer(FIRST).round());
        assertEquals(Set.of(0), ledger.rounds);
        assertEquals(1, solver.solved);
    }

    /** Of a record that could not be made durable it is not known whether it is there before a restart. */
    @Test
    void reservationThatIsFoundAgain_isTakenUp_andTheRoundIsPaidForOnce() {
        ledger.full = true;
        assertThrows(LedgerException.class, () -> session().answer(FIRST));
        ledger.rounds.add(0);
        assertEquals(0, session().answer(FIRST).round(), "nothing is reserved of a ledger that is still full");
        assertEquals(1, solver.solved);
        assertFalse(isFailureKept());
    }

    @Test
    void updateThatCannotBeProtected_isProtectedWithRoom_andNeverComputedAgain() {
        assertThrows(UnwritableFileException.class, () -> session(new Full()).answer(FIRST));
        assertThrows(UnwritableFileException.class, () -> session(new Full()).answer(FIRST), "still full");
        ProtectedUpdate sent = session().answer(FIRST);
        assertEquals(sent, session().answer(FIRST));
        assertEquals(1, solver.solved);
        assertEquals(Set.of(0), ledger.rounds);
        assertFalse(isFailureKept());
        assertEquals(
                1,
                disk.records().stream()
                        .filter(SiteRecord.Solved.class::isInstance)
                        .count());
    }

    private CoordinatorMessage.Outcome ended(StudyState state) {
        return new CoordinatorMessage.Outcome("study", state, nothing());
    }

    /** What was answered in the round that too few answered is answered again, and paid for once. */
    @Test
    void siteOfAStudyThatTooFewAnswered_goesOnWhenItIsStartedAgain() throws InterruptedException {
        SiteSession first = session();
        ScriptedChannel channel = new ScriptedChannel(List.of(FIRST, ended(StudyState.QUORUM_NOT_MET)));
        first.run(channel, noted::add);
        assertTrue(first.isFinished());

        SiteSession again = session();
        assertFalse(again.isFinished());
        assertEquals(1, again.tasksTaken());
        assertEquals(channel.sent.get(0), again.answer(FIRST));
        again.finish(ended(StudyState.ROUNDS_COMPLETED));
        assertTrue(session().isFinished());
        assertEquals(1, solver.solved);
        assertEquals(Set.of(0), ledger.rounds);
    }

    private Payload nothing() {
        return new ChangeCodec(9, study.communication()).encode(SparseChange.of(new int[0], new double[0]));
    }

    /** Processes of two sites, of which one may be away in round 1; waiting moves the clock. */
    private final class Sites implements CoordinatorChannel {
        private final Map<SiteId, SiteSession> sessions = new TreeMap<>();
        private final Deque<SiteReply> replies = new ArrayDeque<>();
        private final boolean away;
        private long now;

        Sites(Map<SiteId, MemoryJournal<SiteRecord>> journals, boolean away) {
            this.away = away;
            journals.forEach(
                    (site, journal) -> sessions.put(site, Fixtures.session(site.value(), study, journal.open())));
        }

        @Override
        public Set<SiteId> sites() {
            return sessions.keySet();
        }

        @Override
        public void broadcast(CoordinatorMessage message) {
            sessions.forEach((site, session) -> {
                if (message instanceof CoordinatorMessage.Outcome outcome) {
                    if (!session.isFinished()) {
                        session.finish(outcome);
                    }
                } else if (message instanceof Task task
                        && !(away && task.round() == 1 && site.value().equals("b"))) {
                    replies.add(session.answer(task));
                }
            });
        }

        @Override
        public void recall(List<Task> earlier) {
            sessions.values().forEach(session -> earlier.forEach(session::observe));
        }

        @Override
        public void send(SiteId site, CoordinatorMessage.Question question) {
            throw new AssertionError("plain rounds have no questions");
        }

        @Override
        public Optional<SiteReply> awaitReply(Duration timeout) {
            now += replies.isEmpty() ? timeout.toNanos() : 0;
            return Optional.ofNullable(replies.poll());
        }

        StudyResult run(MemoryJournal<CoordinatorRecord> journal) throws InterruptedException {
            return new Coordinator(
                            study,
                            this,
                            new InsecurePlainUpload(study),
                            new Fixtures.Centre(),
                            (report, consensus) -> {},
                            () -> now,
                            journal.open())
                    .run();
        }
    }

    private static Map<SiteId, MemoryJournal<SiteRecord>> newJournals() {
        return Map.of(
                new SiteId("a"), new MemoryJournal<>(new CrashPoints(-1)),
                new SiteId("b"), new MemoryJournal<>(new CrashPoints(-1)));
    }

    @Test
    void studyThatTooFewSitesAnswered_waitsForTheDeadline_andGoesOnWhenAllAreStartedAgain()
            throws InterruptedException {
        Map<SiteId, MemoryJournal<SiteRecord>> sites = newJournals();
        MemoryJournal<CoordinatorRecord> journal = new MemoryJournal<>(new CrashPoints(-1));
        for (int ends = 1; ends <= 2; ends++) {
            Sites away = new Sites(sites, true);
            assertEquals(StudyState.QUORUM_NOT_MET, away.run(journal).state());
            assertEquals(study.policy().deadline().toNanos(), away.now, "the round waits for the site");
        }
        Sites back = new Sites(sites, false);
        StudyResult result = back.run(journal);
        assertEquals(StudyState.ROUNDS_COMPLETED, result.state());
        assertEquals(0, back.now);
        StudyResult undisturbed = new Sites(newJournals(), false).run(new MemoryJournal<>(new CrashPoints(-1)));
        assertEquals(undisturbed.consensus(), result.consensus());
        assertEquals(undisturbed.rounds(), result.rounds());
        StudyResult known = new Sites(sites, false).run(journal);
        assertEquals(undisturbed.consensus(), known.consensus(), "its journal is read again");
    }
}
