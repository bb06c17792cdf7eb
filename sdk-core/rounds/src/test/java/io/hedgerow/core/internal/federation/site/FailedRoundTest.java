// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.federation.coordinator.CrashPoints;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.coordinator.MemoryJournal;
import io.hedgerow.core.internal.protocol.RoundFailedException;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A round that failed is over where it was paid for, and is tried again where it was not. */
class FailedRoundTest {

    private static final MechanismEvent FREE = new MechanismEvent.NonPrivate("test");
    private static final Task FIRST = Fixtures.task(0, Payload.empty());

    private final Study study = Fixtures.study(2, 5, 1, CommunicationPolicy.exact());
    private final MemoryJournal<SiteRecord> journal = new MemoryJournal<>(new CrashPoints(-1));
    private final List<ReservationRequest> reserved = new ArrayList<>();

    /** Moves from where it was before, as solvers with a warm start do. Fails some times. */
    private static final class Failing implements LocalSolver {
        private final MechanismEvent event;
        private int failures;
        int solved;

        Failing(MechanismEvent event, int failures) {
            this.event = event;
            this.failures = failures;
        }

        @Override
        public String id() {
            return "failing";
        }

        @Override
        public MechanismEvent plan(Task task) {
            return event;
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            solved++;
            if (failures-- > 0) {
                throw new ArithmeticException("singular");
            }
            double[] moved = problem.previous().toArray();
            for (int k = 0; k < moved.length; k++) {
                moved[k] += 1 + k;
            }
            return new LocalSolution(Parameters.takeOver(moved), 1, true);
        }
    }

    /** Fails once, after the solution is there. */
    private final class FailingProtector implements UpdateProtector {
        private final InsecurePlainUpload plain = new InsecurePlainUpload(study);
        private boolean failed;

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
            if (!failed) {
                failed = true;
                throw new ProtocolException("no slot");
            }
            return plain.protect(made);
        }
    }

    private SiteSession session(LocalSolver solver, UpdateProtector protector) {
        SiteData data = Fixtures.data("a");
        boolean free = solver.plan(FIRST) instanceof MechanismEvent.NonPrivate;
        PrivacyGate gate = free
                ? InsecureNoPrivacy.gate(reserved::add, data.identity())
                : PrivacyGate.enforcing(
                        reserved::add, data.identity(), new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE);
        return new SiteSession(new SiteId("a"), study, data, gate, solver, protector, journal.open());
    }

    private SiteSession session(LocalSolver solver) {
        return session(solver, new InsecurePlainUpload(study));
    }

    private ProtectedUpdate undisturbed() {
        return Fixtures.session("a", study, new Failing(FREE, 0)).answer(FIRST);
    }

    private boolean noFailureIsKept() {
        return journal.records().stream().noneMatch(SiteRecord.Failed.class::isInstance);
    }

    @Test
    void answer_toAPaidTaskThatFailed_failsAgainWithoutReservingOrSolving_alsoAfterARestart() {
        Failing solver = new Failing(new MechanismEvent.Gaussian(0.1, 1), 9);
        SiteSession session = session(solver);
        RuntimeException first = assertThrows(ArithmeticException.class, () -> session.answer(FIRST));
        assertSame(first, assertThrows(ArithmeticException.class, () -> session.answer(FIRST)));
        assertThrows(RoundFailedException.class, () -> session(solver).answer(FIRST));
        assertEquals(1, solver.solved);
        assertEquals(1, reserved.size(), "reserved means spent, and once");
    }

    @Test
    void answer_toAFreeTaskThatFailed_isComputedWhenItComesAgain() {
        SiteSession session = session(new Failing(FREE, 1));
        assertThrows(ArithmeticException.class, () -> session.answer(FIRST));
        assertEquals(undisturbed(), session.answer(FIRST));
        assertTrue(noFailureIsKept());
    }

    @Test
    void answer_toAFreeTaskThatFailed_isComputedAfterARestart() {
        assertThrows(
                ArithmeticException.class, () -> session(new Failing(FREE, 1)).answer(FIRST));
        assertEquals(undisturbed(), session(new Failing(FREE, 0)).answer(FIRST));
    }

    /** A site that has masked one input for a round must not come with another one. */
    @Test
    void answer_whenAFreeSolutionCouldNotBeProtected_isTheSameUpdateWhenItsTaskComesAgain() {
        SiteSession session = session(new Failing(FREE, 0), new FailingProtector());
        assertThrows(ProtocolException.class, () -> session.answer(FIRST));
        assertEquals(undisturbed(), session.answer(FIRST));
        assertTrue(noFailureIsKept());
    }

    /** Records are not read, nor is the ledger written, as often as a coordinator likes. */
    @Test
    void answer_toAFreeTaskThatFailsEachTime_isComputedTenTimesAtMost() {
        Failing solver = new Failing(FREE, 1000);
        SiteSession session = session(solver);
        for (int tries = 0; tries < 30; tries++) {
            assertThrows(ArithmeticException.class, () -> session.answer(FIRST));
        }
        assertEquals(10, solver.solved);
        Payload none = new ChangeCodec(9, study.communication()).encode(SparseChange.of(new int[0], new double[0]));
        assertThrows(ArithmeticException.class, () -> session.answer(Fixtures.task(1, none)));
        assertEquals(11, solver.solved, "the next round is tried anew");
    }
}
