// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.OutcomeRecorder;
import io.hedgerow.core.internal.federation.site.Fixtures;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SumCoordinatorTest {

    private final Study study = Fixtures.study(2, 3, 2, CommunicationPolicy.exact());
    private final List<Parameters> announced = new ArrayList<>();
    private List<SiteSession> sessions = List.of();

    /** Returns what it was told, plus 1 everywhere; fails in one round. */
    private final class Counting implements LocalSolver {
        private final int failing;
        private int round = -1;

        Counting(int failing) {
            this.failing = failing;
        }

        @Override
        public String id() {
            return "counting";
        }

        @Override
        public MechanismEvent plan(Task task) {
            round = task.round();
            return new MechanismEvent.NonPrivate("counts");
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            if (round == failing) {
                throw new DataException("not today");
            }
            double[] values = problem.consensus().toArray();
            announced.add(Parameters.copyOf(values));
            for (int k = 0; k < values.length; k++) {
                values[k]++;
            }
            return new LocalSolution(Parameters.takeOver(values), 1, true);
        }
    }

    private SumCoordinator coordinator(int failing) {
        sessions = List.of(
                Fixtures.session("a", study, new Counting(-1)), Fixtures.session("b", study, new Counting(failing)));
        InMemoryNetwork network = new InMemoryNetwork(sessions, Runnable::run);
        return new SumCoordinator(study, network, new InsecurePlainUpload(study), System::nanoTime, Journal.none());
    }

    private static Parameters all(double value) {
        double[] values = new double[9];
        java.util.Arrays.fill(values, value);
        return Parameters.takeOver(values);
    }

    @Test
    void converse_once_isTheSumOverSites() throws InterruptedException {
        coordinator(-1);
        MemoryJournal<CoordinatorRecord> journal = new MemoryJournal<>(new CrashPoints(-1));
        Aggregate released =
                over(journal.open()).converse(1, (first, more) -> first).orElseThrow();
        assertEquals(all(2), released.sum());
        assertEquals(2, released.included().size());
        assertTrue(journal.records().stream()
                .anyMatch(record -> record instanceof CoordinatorRecord.Summed summed && summed.bytesUp() > 0));
    }

    @Test
    void converse_severalTimes_tellsTheSitesWhatFollowsFromTheSum() throws InterruptedException {
        List<Aggregate> totals = new ArrayList<>();
        Aggregate last = coordinator(-1)
                .converse(3, (first, more) -> {
                    totals.add(first);
                    totals.add(more.after(all(10)));
                    return more.after(all(20));
                })
                .orElseThrow();
        assertEquals(
                List.of(all(2), all(22)),
                totals.stream().map(Aggregate::sum).toList(),
                "the sum of what the sites last released");
        assertEquals(List.of(0, 1), totals.stream().map(Aggregate::round).toList());
        assertEquals(all(42), last.sum());
        assertEquals(2, last.round());
        assertEquals(List.of(all(0), all(0), all(10), all(10), all(20), all(20)), announced);
    }

    @Test
    void converse_whenASiteFailsInALaterRound_releasesNothing() throws InterruptedException {
        Optional<Aggregate> released = coordinator(1)
                .converse(3, (first, more) -> more.after(more.after(first.sum()).sum()));
        assertTrue(released.isEmpty());
    }

    @Test
    void converse_asksAsOftenAsItWants() throws InterruptedException {
        List<Parameters> sums = new ArrayList<>();
        int left = coordinator(-1)
                .converse(3, (first, more) -> {
                    sums.add(first.sum());
                    sums.add(more.after(all(10)).sum());
                    return more.left();
                })
                .orElseThrow();
        assertEquals(List.of(all(2), all(22)), sums);
        assertEquals(1, left);
    }

    @Test
    void converse_beyondItsRounds_isRefused_andTheStudyEnds() {
        SumCoordinator coordinator = coordinator(-1);
        assertThrows(
                IllegalStateException.class,
                () -> coordinator.converse(2, (first, more) -> {
                    more.after(all(1));
                    return more.after(all(2));
                }));
        assertTrue(sessions.stream().allMatch(SiteSession::isFinished), "sites that wait would wait for ever");
    }

    @Test
    void converse_whenASiteFails_findsNothing_evenIfTheConversationGoesOn() throws InterruptedException {
        boolean[] wentOn = {false};
        Optional<String> found = coordinator(1).converse(3, (first, more) -> {
            more.after(all(1));
            wentOn[0] = true;
            return "something";
        });
        assertTrue(found.isEmpty());
        assertTrue(!wentOn[0] && sessions.stream().allMatch(SiteSession::isFinished));
    }

    @Test
    void converse_beyondTheAgreedRoundsOrTwice_isRefused() throws InterruptedException {
        SumCoordinator coordinator = coordinator(-1);
        assertThrows(IllegalArgumentException.class, () -> coordinator.converse(4, (first, more) -> first));
        assertThrows(IllegalArgumentException.class, () -> coordinator.converse(0, (first, more) -> first));
        coordinator.converse(1, (first, more) -> first);
        assertThrows(IllegalStateException.class, () -> coordinator.converse(1, (first, more) -> first));
    }

    @Test
    void announcementThatCannotBeSent_endsTheStudyAsDiverged() throws InterruptedException {
        coordinator(-1);
        OutcomeRecorder journal = new OutcomeRecorder(Journal.none());
        Optional<String> found = over(journal).converse(3, (first, more) -> {
            more.after(all(Double.POSITIVE_INFINITY));
            return "something";
        });
        assertTrue(found.isEmpty());
        assertEquals(StudyState.DIVERGED, journal.end().orElseThrow().state());
        assertTrue(sessions.stream().allMatch(SiteSession::isFinished));
    }

    /** At each restart the same sums would end the coordinator again. */
    @Test
    void conversationThatRefusesTheSums_endsTheStudyAsDiverged() {
        coordinator(-1);
        OutcomeRecorder journal = new OutcomeRecorder(Journal.none());
        SumCoordinator coordinator = over(journal);
        UnusableSumsException unusable = assertThrows(
                UnusableSumsException.class,
                () -> coordinator.converse(3, (first, more) -> {
                    throw new IllegalArgumentException("rows must be at least 1, was -7");
                }));
        assertEquals("rows must be at least 1, was -7", unusable.refusal().getMessage());
        assertEquals(StudyState.DIVERGED, journal.end().orElseThrow().state());
        assertEquals(unusable.getMessage(), journal.end().orElseThrow().reason());
        assertTrue(sessions.stream().allMatch(SiteSession::isFinished));
    }

    /** Releases before the one that ended such a study as diverged recorded, and told, that all sums were formed. */
    @Test
    void refusedSumsOfAJournalThatSaysAllWereFormed_areUnusable_andItsEndStands() throws InterruptedException {
        List<SumCoordinator.Conversation<String>> refusing = List.of(
                (first, more) -> {
                    throw new IllegalArgumentException("rows must be at least 1, was -7");
                },
                (first, more) -> {
                    more.after(all(Double.POSITIVE_INFINITY));
                    return "something";
                });
        for (SumCoordinator.Conversation<String> conversation : refusing) {
            coordinator(-1);
            MemoryJournal<CoordinatorRecord> journal = new MemoryJournal<>(new CrashPoints(-1));
            over(journal.open()).converse(3, (first, more) -> "all were formed");
            List<CoordinatorRecord> records = List.copyOf(journal.records());
            OutcomeRecorder again = new OutcomeRecorder(journal.open());
            assertThrows(UnusableSumsException.class, () -> over(again).converse(3, conversation));
            assertEquals(StudyState.ROUNDS_COMPLETED, again.end().orElseThrow().state());
            assertEquals(records, journal.records());
        }
    }

    private SumCoordinator over(Journal<CoordinatorRecord> journal) {
        return new SumCoordinator(
                study,
                new InMemoryNetwork(sessions, Runnable::run),
                new InsecurePlainUpload(study),
                System::nanoTime,
                journal);
    }
}
