// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetExhaustedException;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SiteSessionTest {

    private final Study study = Fixtures.study(2, 5, 1, CommunicationPolicy.exact());
    private final ScriptedSolver solver = new ScriptedSolver(1).reading();

    /** Rows that count how often they are read. */
    private static SiteData counted(AtomicInteger reads) {
        return SiteData.of(new DatasetIdentity("a"), new RowSource() {
            @Override
            public VariableSchema schema() {
                return Fixtures.SCHEMA;
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                reads.incrementAndGet();
                Fixtures.rows().forEachRow(consumer);
            }
        });
    }

    private SiteSession session(BudgetLedger ledger, boolean enforcing, AtomicInteger reads, ScriptedSolver with) {
        SiteData data = counted(reads);
        PrivacyGate gate = enforcing
                ? PrivacyGate.enforcing(ledger, data.identity(), new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE)
                : InsecureNoPrivacy.gate(ledger, data.identity());
        return new SiteSession(new SiteId("a"), study, data, gate, with, new InsecurePlainUpload(study));
    }

    @Test
    void answer_reservesBeforeItSolves() {
        AtomicInteger reads = new AtomicInteger();
        InMemoryLedgerForSimulation ledger = new InMemoryLedgerForSimulation();
        SiteSession session = session(
                request -> {
                    assertEquals(0, reads.get(), "reserved before anything is read");
                    ledger.reserve(request);
                },
                false,
                reads,
                solver);

        session.answer(Fixtures.task(0, Payload.empty()));

        assertEquals(1, reads.get(), "and then read");
        assertEquals(1, ledger.recorded().size());
        assertEquals(0, ledger.recorded().get(0).round());
        assertEquals("study", ledger.recorded().get(0).study());
    }

    @Test
    void answer_whenLedgerFails_opensNoData() {
        AtomicInteger reads = new AtomicInteger();
        SiteSession session = session(
                request -> {
                    throw new LedgerException("disk full");
                },
                false,
                reads,
                solver);

        assertThrows(LedgerException.class, () -> session.answer(Fixtures.task(0, Payload.empty())));
        assertEquals(0, reads.get());
        assertEquals(0, solver.problems.size());
    }

    @Test
    void answer_whenBudgetIsExhausted_opensNoData() {
        AtomicInteger reads = new AtomicInteger();
        MechanismEvent event = new MechanismEvent.Gaussian(0.1, 1);
        ScriptedSolver withCost = new ScriptedSolver(1, event).reading();
        SiteSession session = session(
                request -> {
                    throw new BudgetExhaustedException("spent", event);
                },
                true,
                reads,
                withCost);

        assertThrows(BudgetExhaustedException.class, () -> session.answer(Fixtures.task(0, Payload.empty())));
        assertEquals(0, reads.get());
        assertEquals(0, withCost.problems.size());
    }

    @Test
    void answer_whenSolverIsNotPrivateAndGateEnforces_isRefusedAndNothingIsRecorded() {
        AtomicInteger reads = new AtomicInteger();
        List<Object> recorded = new ArrayList<>();
        SiteSession session = session(recorded::add, true, reads, solver);

        assertThrows(PolicyRefusedException.class, () -> session.answer(Fixtures.task(0, Payload.empty())));
        assertTrue(recorded.isEmpty());
        assertEquals(0, reads.get());
        assertEquals(0, solver.problems.size());
    }

    @Test
    void answer_toTheSameTaskAgain_isTheStoredUpdateAtNoCost() {
        InMemoryLedgerForSimulation ledger = new InMemoryLedgerForSimulation();
        SiteSession session = session(ledger, false, new AtomicInteger(), solver);
        ProtectedUpdate first = session.answer(Fixtures.task(0, Payload.empty()));

        ProtectedUpdate second = session.answer(Fixtures.task(0, Payload.empty()));

        assertSame(first, second);
        assertEquals(1, solver.problems.size());
        assertEquals(1, ledger.recorded().size());
    }

    @Test
    void answer_outOfOrderOrOfAnotherStudy_isRefused() {
        SiteSession session = Fixtures.session("a", study, solver);
        assertThrows(ProtocolException.class, () -> session.answer(Fixtures.task(1, Payload.empty())));
        Task foreign = new Task("other", 0, 1, Payload.empty(), Set.of());
        assertThrows(ProtocolException.class, () -> session.answer(foreign));
        assertEquals(0, solver.problems.size());
    }

    @Test
    void answer_whenUpdateWasNotIncluded_proposesAllOfItAgain() {
        ChangeCodec codec = new ChangeCodec(9, study.communication());
        SiteSession session = Fixtures.session("a", study, solver);
        session.answer(Fixtures.task(0, Payload.empty()));
        Payload none = codec.encode(SparseChange.of(new int[0], new double[0]));

        ProtectedUpdate second = session.answer(Fixtures.task(1, none));

        double[] proposed = new double[9];
        codec.decode(second.payload()).addTo(proposed);
        Parameters wanted = solver.solutions.get(1);
        assertEquals(wanted, Parameters.takeOver(proposed), "the change is from 0, not from the lost update");
    }

    /** A solver that opens the data and then does something unexpected. */
    private SiteSession unexpected(double[] result) {
        SiteData data = counted(new AtomicInteger());
        LocalSolver solver = new LocalSolver() {
            @Override
            public String id() {
                return "unexpected";
            }

            @Override
            public MechanismEvent plan(Task task) {
                return new MechanismEvent.NonPrivate("test");
            }

            @Override
            public LocalSolution solve(LocalProblem problem, DataView view) {
                return new LocalSolution(Parameters.copyOf(result), 1, true);
            }
        };
        return new SiteSession(
                new SiteId("a"),
                study,
                data,
                InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity()),
                solver,
                new InsecurePlainUpload(study));
    }

    @Test
    void answer_whenTheSolverYieldsWhatIsNoSolution_sendsNothing() {
        double[] notANumber = new double[9];
        notANumber[4] = Double.NaN;
        for (double[] bad : new double[][] {notANumber, new double[8], new double[10]}) {
            SiteSession session = unexpected(bad);
            assertThrows(IllegalArgumentException.class, () -> session.answer(Fixtures.task(0, Payload.empty())));
            assertEquals(0, session.uploadedCoefficients());
        }
    }

    @Test
    void answer_toWhatWasNotAgreed_isRefusedBeforeAnythingIsReserved() {
        InMemoryLedgerForSimulation ledger = new InMemoryLedgerForSimulation();
        SiteSession session = session(ledger, false, new AtomicInteger(), solver);
        Payload none = new ChangeCodec(9, study.communication()).encode(SparseChange.of(new int[0], new double[0]));
        List<Task> bad = List.of(
                new Task("study", 0, 1e-9, Payload.empty(), Set.of()),
                new Task("study", 0, 1, none, Set.of()),
                new Task("study", 0, 1, Payload.empty(), Set.of(new SiteId("a"))));
        for (Task task : bad) {
            assertThrows(ProtocolException.class, () -> session.answer(task), task.toString());
        }
        assertTrue(ledger.recorded().isEmpty());
        session.observe(Fixtures.task(0, Payload.empty()));
        for (int round = 1; round < 5; round++) {
            session.observe(Fixtures.task(round, none));
        }
        ProtocolException e = assertThrows(ProtocolException.class, () -> session.answer(Fixtures.task(5, none)));
        assertTrue(e.getMessage().contains("5 rounds"), e.getMessage());
    }

    @Test
    void answer_toAnotherTaskOfTheSameRound_isRefused() {
        SiteSession session = Fixtures.session("a", study, solver);
        ChangeCodec codec = new ChangeCodec(9, study.communication());
        session.answer(Fixtures.task(0, Payload.empty()));
        session.observe(Fixtures.task(1, codec.encode(SparseChange.of(new int[0], new double[0]))));
        Task other = Fixtures.task(1, codec.encode(SparseChange.of(new int[] {1}, new double[] {5})));
        assertThrows(ProtocolException.class, () -> session.answer(other));
        assertEquals(1, solver.problems.size());
    }

    @Test
    void finish_ofAnotherStudyOrTwice_isRefusedAndChangesNothing() {
        SiteSession session = Fixtures.session("a", study, solver);
        Payload change =
                new ChangeCodec(9, study.communication()).encode(SparseChange.of(new int[] {1}, new double[] {0.5}));
        CoordinatorMessage.Outcome foreign = new CoordinatorMessage.Outcome("other", StudyState.CONVERGED, change);
        assertThrows(ProtocolException.class, () -> session.finish(foreign));
        assertEquals(Parameters.zeros(9), session.consensus());
        CoordinatorMessage.Outcome outcome = new CoordinatorMessage.Outcome("study", StudyState.CONVERGED, change);
        session.finish(outcome);
        assertThrows(ProtocolException.class, () -> session.finish(outcome));
        assertEquals(0.5, session.consensus().get(1));
    }

    @Test
    void run_whenALaterMessageIsHere_spendsNothingOnRoundsThatAreOver() throws InterruptedException {
        InMemoryLedgerForSimulation ledger = new InMemoryLedgerForSimulation();
        SiteSession session = session(ledger, false, new AtomicInteger(), solver);
        Payload none = new ChangeCodec(9, study.communication()).encode(SparseChange.of(new int[0], new double[0]));
        Deque<CoordinatorMessage> late = new ArrayDeque<>(List.of(
                Fixtures.task(0, Payload.empty()),
                Fixtures.task(1, none),
                new CoordinatorMessage.Outcome("study", StudyState.ROUNDS_COMPLETED, none)));
        ScriptedChannel channel = new ScriptedChannel(List.of()) {
            @Override
            public CoordinatorMessage receive() {
                return late.remove();
            }

            @Override
            public boolean hasNext() {
                return !late.isEmpty();
            }
        };
        session.run(channel, failure -> {});
        assertTrue(channel.sent.isEmpty());
        assertTrue(ledger.recorded().isEmpty());
    }

    @Test
    void observe_takesTheConsensusOverWithoutCost_andKeepsItsDual() {
        InMemoryLedgerForSimulation ledger = new InMemoryLedgerForSimulation();
        SiteSession session = session(ledger, false, new AtomicInteger(), solver);
        ChangeCodec codec = new ChangeCodec(9, study.communication());
        session.observe(Fixtures.task(0, Payload.empty()));

        session.answer(Fixtures.task(1, codec.encode(SparseChange.of(new int[] {1}, new double[] {0.5}))));

        assertEquals(1, ledger.recorded().size());
        assertEquals(0.5, session.consensus().get(1));
        // B and β of a site that is in no sum stay as they are, at both ends
        assertEquals(0, solver.problems.get(0).dual().get(1));
    }

    @Test
    void failure_tellsTheKindAndNothingElse() {
        SiteSession session = Fixtures.session("a", study, solver);
        Task task = Fixtures.task(3, Payload.empty());
        assertEquals(
                new SiteReply.Failure(new SiteId("a"), 3, SiteReply.Failure.Kind.DATA_UNUSABLE),
                session.failure(task.round(), new DataException("row 7: 'abc'")));
        assertEquals(
                SiteReply.Failure.Kind.REFUSED,
                session.failure(task.round(), new LedgerException("x")).kind());
        assertEquals(
                SiteReply.Failure.Kind.PROTOCOL,
                session.failure(task.round(), new ProtocolException("x")).kind());
        assertEquals(
                SiteReply.Failure.Kind.INTERNAL,
                session.failure(task.round(), new IllegalStateException("x")).kind());
    }

    @Test
    void constructor_whenVariablesDiffer_namesBoth() {
        SiteData other = SiteData.of(
                new DatasetIdentity("a"), InMemoryRows.of(VariableSchema.of("u", "v", "w"), new double[0][]));
        PrivacyGate gate = InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), other.identity());
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> new SiteSession(new SiteId("a"), study, other, gate, solver, new InsecurePlainUpload(study)));
        assertTrue(e.getMessage().contains("[x1, x2, x3]") && e.getMessage().contains("[u, v, w]"), e.getMessage());
    }

    @Test
    void run_answersTasksReportsFailuresAndEndsWithTheOutcome() throws InterruptedException {
        SiteSession session = Fixtures.session("a", study, solver);
        Payload none = new ChangeCodec(9, study.communication()).encode(SparseChange.of(new int[0], new double[0]));
        ScriptedChannel channel = new ScriptedChannel(List.of(
                Fixtures.task(0, Payload.empty()),
                Fixtures.task(2, none),
                Fixtures.task(1, none),
                new CoordinatorMessage.Outcome("study", StudyState.ROUNDS_COMPLETED, none)));

        List<RuntimeException> told = new ArrayList<>();
        session.run(channel, told::add);

        assertEquals(
                List.of(0, 2, 1), channel.sent.stream().map(SiteReply::round).toList());
        assertTrue(channel.sent.get(1) instanceof SiteReply.Failure failure
                && failure.kind() == SiteReply.Failure.Kind.PROTOCOL);
        assertEquals(1, told.size(), "the site itself learns the cause");
        assertThrows(ProtocolException.class, () -> session.answer(Fixtures.task(2, none)), "the study has ended");
    }
}
