// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.internal.federation.coordinator.CrashPoints;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.coordinator.MemoryJournal;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.protocol.RoundFailedException;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.core.study.Study.AdmmSettings;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedySteps;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.RowCentre;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.internal.greedy.settings.Smoothness;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.moments.DpClosedFormSolver;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * A site that is restarted between rounds goes on as one that was not, given the same noise, and pays nothing again.
 */
class RestartedSiteTest {

    private static final int D = 4;
    private static final int ROWS = 60;
    private static final int ROUNDS = 5;
    private static final SiteId SITE = new SiteId("a");

    /** Draws that are the same in every run; the tape goes on where it was when a site is restarted. */
    private static final class Tape implements NoiseSource {
        int drawn;

        @Override
        public String id() {
            return "tape";
        }

        @Override
        public NoiseSource.Law law() {
            return NoiseSource.Law.EXACT;
        }

        @Override
        public long gaussian(double sigma) {
            return Math.round(sigma * Math.sin(1 + 7.0 * drawn++));
        }

        @Override
        public long laplace(double scale) {
            return gaussian(scale);
        }
    }

    /** The highest score, and a sum with noise of the tape. */
    private static final class TapeSteps implements PrivateSteps {
        private final ExactSteps exact = new ExactSteps();
        private final Tape tape;

        TapeSteps(Tape tape) {
            this.tape = tape;
        }

        @Override
        public MechanismEvent event() {
            return new MechanismEvent.Gaussian(0.1, 1);
        }

        @Override
        public void begin(int columns, int rows, boolean[] excluded, int count) {
            exact.begin(columns, rows, excluded, count);
        }

        @Override
        public void scores(int j, double[] scores) {
            exact.scores(j, scores);
        }

        @Override
        public int select() {
            return exact.select();
        }

        @Override
        public double disturb(double sum) {
            return exact.disturb(sum) + tape.gaussian(1e6);
        }
    }

    private static final SiteData DATA =
            GramFixtures.sites(GramFixtures.study(D, 1, ROWS, 11)).get(0);

    private static final Study STUDY = new Study(
            "fed",
            DATA.schema(),
            ParameterLayout.linear(D),
            2,
            new RoundPolicy(1, Duration.ofHours(1), RoundPolicy.Convergence.never()),
            new Study.Rounds(
                    new AdmmSettings(ROUNDS, 0.05, 0, PenaltySchedule.constant(10), new PenaltySchedule(1, 1.2, 10)),
                    LossScaling.PER_SITE,
                    0,
                    Centring.NONE,
                    CommunicationPolicy.exact(),
                    1));

    private static LocalSolver greedy(Tape tape) {
        GreedyOptions options = new GreedyOptions(
                ProtectedUnits.records(Adjacency.REPLACE_ONE, ROWS),
                new GreedySteps(5, 1, 1, Diagonal.MASKED),
                new GreedyCost(0.1, 0.05),
                new Smoothness.PrivateMoments(D, 0.1, 20, 0.3),
                new RowCentre.PrivateMean(Collections.nCopies(D, 3.0), 0.2));
        return new DpProximalGreedySolver(options, tape, new TapeSteps(tape));
    }

    private static LocalSolver noisyGram(Tape tape) {
        return new DpClosedFormSolver(
                ReleaseOptions.within(D, ROWS, new PrivacyBudget(5, 1e-6)), 5, 0.05, Diagonal.MASKED, tape);
    }

    /** What a coordinator with another site might send. */
    private static Task task(int round) {
        SparseChange change = SparseChange.of(new int[] {round % 3, 5 + round}, new double[] {0.25 * round, -0.5});
        Payload payload = round == 0 ? Payload.empty() : new ChangeCodec(D * D, STUDY.communication()).encode(change);
        Set<SiteId> included = round == 0 || round == 3 ? Set.of() : Set.of(SITE);
        return new Task("fed", round, STUDY.rho2(round), payload, included);
    }

    private record Run(List<ProtectedUpdate> updates, List<ReservationRequest> ledger, int drawn, Payload released) {}

    private static Run run(Function<Tape, LocalSolver> solvers, boolean restarted) {
        Tape tape = new Tape();
        List<ReservationRequest> ledger = new ArrayList<>();
        MemoryJournal<SiteRecord> journal = new MemoryJournal<>(new CrashPoints(-1));
        List<ProtectedUpdate> updates = new ArrayList<>();
        LocalSolver solver = solvers.apply(tape);
        SiteSession session = session(ledger, journal, solver);
        for (int round = 0; round < ROUNDS; round++) {
            updates.add(session.answer(task(round)));
            if (restarted) {
                solver = solvers.apply(tape);
                session = session(ledger, journal, solver);
                assertEquals(updates.get(round), session.answer(task(round)), "what was stored is sent again");
            }
        }
        return new Run(updates, ledger, tape.drawn, solver.releasedState());
    }

    private static SiteSession session(
            List<ReservationRequest> ledger, MemoryJournal<SiteRecord> journal, LocalSolver solver) {
        return new SiteSession(
                SITE,
                STUDY,
                DATA,
                GramFixtures.gate(ledger::add, DATA),
                solver,
                new InsecurePlainUpload(STUDY),
                journal.open());
    }

    @Test
    void privateGreedyDescent_goesOnWithItsReleases() {
        Run quiet = run(RestartedSiteTest::greedy, false);
        Run restarted = run(RestartedSiteTest::greedy, true);
        assertEquals(quiet, restarted);
        assertEquals(ROUNDS, quiet.ledger().size());
        assertTrue(quiet.released().size() > 0);
        assertTrue(
                quiet.updates().stream()
                                .map(ProtectedUpdate::payload)
                                .distinct()
                                .count()
                        == ROUNDS,
                "rounds differ, or nothing was compared");
    }

    @Test
    void noisyGram_isKept_andNothingIsReservedAgain() {
        Run quiet = run(RestartedSiteTest::noisyGram, false);
        Run restarted = run(RestartedSiteTest::noisyGram, true);
        assertEquals(quiet, restarted);
        assertEquals(1, restarted.ledger().size());
    }

    @Test
    void journal_holdsReleasedStatesOnce() {
        MemoryJournal<SiteRecord> journal = new MemoryJournal<>(new CrashPoints(-1));
        SiteSession session = session(new ArrayList<>(), journal, noisyGram(new Tape()));
        for (int round = 0; round < 3; round++) {
            session.answer(task(round));
        }
        assertEquals(
                1,
                journal.records().stream()
                        .filter(record -> record instanceof SiteRecord.Answered answered
                                && answered.released().size() > 0)
                        .count());
    }

    /** The journal has no note that a row was handed on, so the one reservation still pays for the one release. */
    @Test
    void killedBetweenReservationAndJournal_roundZeroIsReleasedOnce_underItsReservation() {
        List<ReservationRequest> ledger = new ArrayList<>();
        // joined, begun, computing: two points each, then reading begins
        MemoryJournal<SiteRecord> journal = new MemoryJournal<>(new CrashPoints(6));
        SiteSession session = session(ledger, journal, greedy(new Tape()));
        assertThrows(CrashPoints.Crash.class, () -> session.answer(task(0)));
        assertEquals(1, ledger.size());
        Tape tape = new Tape();
        SiteSession again = session(ledger, journal, greedy(tape));
        assertEquals(0, again.answer(task(0)).round());
        assertEquals(1, ledger.size(), "nothing is charged again");
        assertTrue(tape.drawn > 0, "noise is drawn anew");
    }

    /** After the note a row may have met noise, so there is never a second draw. */
    @Test
    void killedWhileRowsAreRead_theReleasesOfRoundZeroAreLost_andNothingIsMadeUpForThem() {
        List<ReservationRequest> ledger = new ArrayList<>();
        // joined, begun, computing, reading: two points each, then the answer
        MemoryJournal<SiteRecord> journal = new MemoryJournal<>(new CrashPoints(8));
        SiteSession session = session(ledger, journal, greedy(new Tape()));
        assertThrows(CrashPoints.Crash.class, () -> session.answer(task(0)));
        assertEquals(1, ledger.size());
        Tape tape = new Tape();
        SiteSession again = session(ledger, journal, greedy(tape));
        RoundFailedException lost = assertThrows(RoundFailedException.class, () -> again.answer(task(0)));
        assertTrue(lost.getMessage().contains("is not computed again"), lost.getMessage());
        Task next = task(1);
        Task without = new Task(next.study(), 1, next.rho2(), next.consensusChange(), Set.of());
        assertThrows(IllegalStateException.class, () -> again.answer(without), "round 0 was missed");
        assertEquals(1, ledger.size());
        assertEquals(0, tape.drawn);
    }

    @Test
    void restore_refusesWhatIsOfAnotherSolverOrSize() {
        Payload greedy = run(RestartedSiteTest::greedy, false).released();
        Payload gram = run(RestartedSiteTest::noisyGram, false).released();
        assertThrows(IllegalArgumentException.class, () -> greedy(new Tape()).restore(gram));
        assertThrows(IllegalArgumentException.class, () -> noisyGram(new Tape()).restore(greedy));
        byte[] shorter = Arrays.copyOf(gram.toBytes(), gram.size() - 8);
        assertThrows(IllegalArgumentException.class, () -> noisyGram(new Tape()).restore(Payload.copyOf(shorter)));
        LocalSolver withPublic = new DpProximalGreedySolver(new GreedyOptions(
                ProtectedUnits.records(Adjacency.REPLACE_ONE, ROWS),
                new GreedySteps(5, 1, 1, Diagonal.MASKED),
                new GreedyCost(0.1, 0.05),
                new Smoothness.PublicMoments(List.of(1.0)),
                new RowCentre.Origin()));
        assertThrows(IllegalArgumentException.class, () -> withPublic.restore(greedy));
        assertFalse(withPublic.releasedState().size() > 0);
    }
}
