// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.federation.coordinator.CrashPoints;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.coordinator.MemoryJournal;
import io.hedgerow.core.internal.protocol.OpenRoundException;
import io.hedgerow.core.internal.protocol.RoundFailedException;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.SiteReply.Failure.Prospect;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A source that fails is not an answer: the round stays open as long as no row was handed to its solver. */
class UnreadRoundTest {

    private static final MechanismEvent COSTLY = new MechanismEvent.Gaussian(0.1, 1);
    private static final MechanismEvent FREE = new MechanismEvent.NonPrivate("test");
    private static final Task FIRST = Fixtures.task(0, Payload.empty());

    private final Study study = Fixtures.study(2, 5, 1, CommunicationPolicy.exact());
    private final MemoryJournal<SiteRecord> journal = new MemoryJournal<>(new CrashPoints(-1));
    private final List<ReservationRequest> reserved = new ArrayList<>();
    private final Source source = new Source();
    private final Summing solver = new Summing(COSTLY);
    private IntPredicate left = round -> false;

    /** Rows that can be away, break off, or be another number. */
    private static final class Source implements RowSource {
        /** Rows until it breaks off. */
        int breaksAfter = Integer.MAX_VALUE;

        int rows = 5;

        @Override
        public VariableSchema schema() {
            return Fixtures.SCHEMA;
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            for (int k = 0; k < rows; k++) {
                if (k >= breaksAfter) {
                    throw new DataException("the database is away");
                }
                consumer.accept(new double[] {k, 1, 2});
            }
            if (breaksAfter == rows) {
                throw new DataException("the database is away");
            }
        }
    }

    /** Needs five rows and counts those it was given. */
    private static final class Summing implements LocalSolver {
        private final MechanismEvent event;
        int given;
        boolean failsItself;
        boolean cannotPlan;
        boolean keeps;
        private @Nullable DataView kept;

        Summing(MechanismEvent event) {
            this.event = event;
        }

        @Override
        public String id() {
            return "summing";
        }

        @Override
        public MechanismEvent plan(Task task) {
            if (cannotPlan) {
                throw new IllegalStateException("of a test");
            }
            return event;
        }

        @Override
        public OptionalLong publicUnits() {
            return event == COSTLY ? OptionalLong.of(5) : OptionalLong.empty();
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            double[] moved = problem.previous().toArray();
            if (keeps && kept != null && view.isOfSameData(kept)) {
                return new LocalSolution(Parameters.takeOver(moved), 1, true);
            }
            kept = view;
            view.forEachRow(row -> {
                given++;
                if (failsItself) {
                    throw new DataException("not such rows");
                }
                moved[0] += row[0];
            });
            return new LocalSolution(Parameters.takeOver(moved), 1, true);
        }
    }

    private static final class Ledger implements BudgetLedger {
        private final List<ReservationRequest> made;

        Ledger(List<ReservationRequest> made) {
            this.made = made;
        }

        @Override
        public void reserve(ReservationRequest request) {
            if (made.contains(request)) {
                throw new LedgerException("is spent");
            }
            made.add(request);
        }

        @Override
        public boolean mayHaveLetThrough(String study, int round) {
            return made.stream().anyMatch(request -> request.round() == round);
        }

        @Override
        public void requireLetThrough(ReservationRequest request) {
            if (!made.contains(request)) {
                throw new LedgerException("was not let through");
            }
        }
    }

    private SiteSession session() {
        SiteData data = SiteData.of(new DatasetIdentity("a"), source);
        PrivacyGate gate = PrivacyGate.enforcing(
                new Ledger(reserved), data.identity(), new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE);
        return new SiteSession(
                new SiteId("a"),
                study,
                data,
                gate,
                solver,
                new InsecurePlainUpload(study),
                journal.open(),
                ConsensusWatch.none(),
                left);
    }

    private void requireOpen(SiteSession session) {
        assertThrows(OpenRoundException.class, () -> session.answer(FIRST));
        assertEquals(0, solver.given, "no row came to the solver");
        assertTrue(
                journal.records().stream()
                        .noneMatch(
                                record -> record instanceof SiteRecord.Failed || record instanceof SiteRecord.Reading),
                "nothing says that rows were handed on");
    }

    private void requireAnswers(SiteSession session) {
        session.answer(FIRST);
        assertEquals(5, solver.given);
        assertEquals(1, reserved.size(), "reserved once");
    }

    @Test
    void answer_whileTheSourceIsAway_staysOpen_andIsGivenUnderTheSameReservation() {
        source.breaksAfter = 0;
        SiteSession session = session();
        requireOpen(session);
        requireOpen(session);
        source.breaksAfter = Integer.MAX_VALUE;
        requireAnswers(session);
    }

    @Test
    void answer_whenTheSourceBreaksOff_orAtItsEnd_handsNoRowOn() {
        SiteSession session = session();
        source.breaksAfter = 3;
        requireOpen(session);
        source.breaksAfter = 5;
        requireOpen(session);
        source.breaksAfter = Integer.MAX_VALUE;
        requireAnswers(session);
    }

    @Test
    void answer_withAnotherNumberOfRowsThanDeclared_staysOpen() {
        source.rows = 4;
        SiteSession session = session();
        requireOpen(session);
        source.rows = 0;
        requireOpen(session);
        source.rows = 5;
        requireAnswers(session);
    }

    @Test
    void restartedSite_takesUpTheReservation_ofWhichNoRowWasRead() {
        source.breaksAfter = 2;
        requireOpen(session());
        requireOpen(session());
        source.breaksAfter = Integer.MAX_VALUE;
        requireAnswers(session());
    }

    @Test
    void restartedSite_thatWasKilledAfterReadingBegan_hasLostTheRound() {
        requireAnswers(session());
        SiteRecord last = journal.records().remove(journal.records().size() - 1);
        assertTrue(last instanceof SiteRecord.Answered);
        assertEquals(
                new SiteRecord.Reading(0),
                journal.records().get(journal.records().size() - 1));
        SiteSession again = session();
        RoundFailedException lost = assertThrows(RoundFailedException.class, () -> again.answer(FIRST));
        assertEquals(Prospect.LOST, again.failure(0, lost).prospect());
        assertEquals(5, solver.given, "nothing is read again");
        assertEquals(1, reserved.size());
    }

    /** An older copy of the journal was put back, and the egress log was not. */
    @Test
    void restartedSite_whoseEgressLogHasTheUpdate_hasLostTheRound() {
        source.breaksAfter = 2;
        requireOpen(session());
        source.breaksAfter = Integer.MAX_VALUE;
        left = round -> round == 0;
        assertThrows(RoundFailedException.class, () -> session().answer(FIRST));
        assertEquals(0, solver.given);
    }

    /** A journal of an earlier release does not say when reading begins. */
    @Test
    void restartedSite_whoseJournalDoesNotNoteReading_hasLostTheRound() {
        source.breaksAfter = 2;
        requireOpen(session());
        source.breaksAfter = Integer.MAX_VALUE;
        journal.records()
                .replaceAll(record -> record instanceof SiteRecord.Computing
                        ? new SiteRecord.Computing(0, SiteRecord.Again.NEVER)
                        : record);
        assertThrows(RoundFailedException.class, () -> session().answer(FIRST));
        assertEquals(0, solver.given);
    }

    /** A solver that kept rows of an earlier view computes on them: that is noted as if it read them again. */
    @Test
    void answer_fromWhatWasKeptOfAnEarlierReading_isNotedAsReading() {
        solver.keeps = true;
        SiteSession session = session();
        session.answer(FIRST);
        Payload none = new ChangeCodec(9, study.communication()).encode(SparseChange.of(new int[0], new double[0]));
        session.answer(Fixtures.task(1, none, new SiteId("a")));
        assertEquals(5, solver.given, "read once");
        assertTrue(journal.records().contains(new SiteRecord.Reading(1)));
    }

    /** That is kept although nothing was computed, as of a site that has missed what later rounds need. */
    @Test
    void answer_whenTheSolverCannotPlan_isLost() {
        solver.cannotPlan = true;
        SiteSession session = session();
        IllegalStateException failed = assertThrows(IllegalStateException.class, () -> session.answer(FIRST));
        assertEquals(Prospect.LOST, session.failure(0, failed).prospect());
        solver.cannotPlan = false;
        RoundFailedException again =
                assertThrows(RoundFailedException.class, () -> session().answer(FIRST));
        assertEquals(Prospect.LOST, session.failure(0, again).prospect());
        assertEquals(List.of(), reserved);
    }

    /** What a solver makes of rows is not the source's failure, whatever it throws. */
    @Test
    void answer_whenTheSolverFailsOnRows_isLost() {
        solver.failsItself = true;
        SiteSession session = session();
        DataException failed = assertThrows(DataException.class, () -> session.answer(FIRST));
        assertEquals(1, solver.given);
        assertEquals(Prospect.LOST, session.failure(0, failed).prospect());
        solver.failsItself = false;
        assertThrows(DataException.class, () -> session.answer(FIRST));
        assertEquals(1, solver.given, "a row was handed on, so it is not computed again");
    }

    @Test
    void answer_withoutABudget_staysOpenWheneverTheSourceFails_andCountsNoTries() {
        Summing free = new Summing(FREE);
        SiteSession session = new SiteSession(
                new SiteId("a"),
                study,
                SiteData.of(new DatasetIdentity("a"), source),
                InsecureNoPrivacy.gate(reserved::add, new DatasetIdentity("a")),
                free,
                new InsecurePlainUpload(study),
                journal.open());
        source.breaksAfter = 3;
        for (int tries = 0; tries < 15; tries++) {
            assertThrows(OpenRoundException.class, () -> session.answer(FIRST));
        }
        source.breaksAfter = Integer.MAX_VALUE;
        session.answer(FIRST);
        assertFalse(journal.records().stream().anyMatch(SiteRecord.Reading.class::isInstance));
    }

    /** The coordinator prepares a masked round anew: what the site gave for the attempt before is of no use. */
    @Test
    void run_whenTheRoundIsPreparedAnew_triesTheTaskBeforeNoMore() throws InterruptedException {
        source.breaksAfter = 0;
        List<String> said = new ArrayList<>();
        int[] waits = {0};
        Payload none = new ChangeCodec(9, study.communication()).encode(SparseChange.of(new int[0], new double[0]));
        CoordinatorMessage.Question anew = new CoordinatorMessage.Question(study.name(), 0, 7, Payload.empty());
        ScriptedChannel channel =
                new ScriptedChannel(List.of(
                        FIRST,
                        anew,
                        FIRST,
                        new CoordinatorMessage.Outcome(study.name(), StudyState.ROUNDS_COMPLETED, none))) {
                    @Override
                    public boolean awaitNext(Duration longest) {
                        if (said.size() == 2) {
                            source.breaksAfter = Integer.MAX_VALUE;
                        }
                        return ++waits[0] == 1;
                    }
                };
        session().run(channel, failure -> {
            if (failure instanceof OpenRoundException) {
                said.add(failure.getMessage()); // this protector answers no question
            }
        });
        assertEquals(List.of("the database is away", "the database is away"), said, "once for each task");
        assertEquals(
                1,
                channel.sent.stream().filter(ProtectedUpdate.class::isInstance).count());
    }

    @Test
    void run_saysOnceThatTheRoundIsOpen_andSendsTheUpdateWhenTheSourceIsBack() throws InterruptedException {
        source.breaksAfter = 0;
        List<String> said = new ArrayList<>();
        int[] waits = {0};
        Payload none = new ChangeCodec(9, study.communication()).encode(SparseChange.of(new int[0], new double[0]));
        ScriptedChannel channel =
                new ScriptedChannel(List.of(
                        FIRST, new CoordinatorMessage.Outcome(study.name(), StudyState.ROUNDS_COMPLETED, none))) {
                    @Override
                    public boolean awaitNext(Duration longest) {
                        waits[0]++;
                        if (waits[0] == 3) {
                            source.breaksAfter = Integer.MAX_VALUE;
                        }
                        return false;
                    }
                };
        session().run(channel, failure -> said.add(failure.getMessage()));
        assertEquals(3, waits[0]);
        assertEquals(List.of("the database is away", "the database is away", "the database is away"), said);
        assertEquals(2, channel.sent.size());
        assertEquals(
                new SiteReply.Failure(
                        new SiteId("a"),
                        0,
                        SiteReply.Failure.Kind.DATA_UNUSABLE,
                        Optional.empty(),
                        SiteReply.Failure.Prospect.OPEN),
                channel.sent.get(0));
        assertTrue(channel.sent.get(1) instanceof ProtectedUpdate);
        assertEquals(1, reserved.size());
    }
}
