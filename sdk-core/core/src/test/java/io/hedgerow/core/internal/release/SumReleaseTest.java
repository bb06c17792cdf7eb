// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.coordinator.UnusableSumsException;
import io.hedgerow.core.internal.federation.site.Fixtures;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.search.sums.MomentRelease;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SumReleaseTest {

    private static final int ROUNDS = 20;
    private static final double MISSING = 9;

    private final List<CoordinatorRecord> records = new ArrayList<>();

    private static Study study(int quorum, int rounds) {
        RoundPolicy policy = new RoundPolicy(quorum, Duration.ofSeconds(30), RoundPolicy.Convergence.never());
        return MomentRelease.study("study", Fixtures.SCHEMA, ParameterLayout.linear(3), rounds, 2, policy);
    }

    /**
     * Sums the third column, of which one cell is missing: the mean that follows from what is announced counts there.
     */
    private static final class FilledSum implements LocalSolver {
        @Override
        public String id() {
            return "filled";
        }

        @Override
        public MechanismEvent plan(Task task) {
            return new MechanismEvent.NonPrivate("exact sum");
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            double mean = mean(problem.consensus());
            double[] sums = new double[9];
            view.forEachRow(row -> {
                sums[0] += row[2] == MISSING ? mean : row[2];
                sums[1]++;
            });
            return new LocalSolution(Parameters.takeOver(sums), 1, true);
        }
    }

    private static double mean(Parameters sum) {
        return sum.get(1) == 0 ? 0 : sum.get(0) / sum.get(1);
    }

    private record Design(Noise noise, boolean waits, Function<Sums, Supplier<Found>> reading) implements SumDesign {
        @Override
        public String components() {
            return "filled sums";
        }

        @Override
        public int revision() {
            return 1;
        }

        @Override
        public LocalSolver solver(SiteId site) {
            return new FilledSum();
        }

        @Override
        public boolean keepsSitesWaiting(int rounds) {
            return waits;
        }

        @Override
        public Supplier<Found> read(Sums sums) {
            return reading.apply(sums);
        }

        @Override
        public Found found(Sums sums) {
            return read(sums).get();
        }
    }

    private static SumDesign.Found found(String note) {
        return SumDesign.Found.ofColumns(List.of(), List.of(note));
    }

    private Method.Ended run(SumRelease release) throws InterruptedException {
        List<SiteSession> sessions = List.of(
                Fixtures.session("a", release.study(), release.solver(new SiteId("a"))),
                Fixtures.session("b", release.study(), release.solver(new SiteId("b"))));
        Journal<CoordinatorRecord> journal = new Journal<>() {
            @Override
            public Optional<CoordinatorRecord> next() {
                return Optional.empty();
            }

            @Override
            public void append(CoordinatorRecord record) {
                records.add(record);
            }
        };
        try {
            return release.coordinate(new Method.Coordination(
                    new InMemoryNetwork(sessions, Runnable::run),
                    new InsecurePlainUpload(release.study()),
                    (report, consensus) -> {},
                    journal));
        } finally {
            assertTrue(sessions.stream().allMatch(SiteSession::isFinished), "no site waits");
        }
    }

    private StudyState end() {
        return assertInstanceOf(CoordinatorRecord.Ended.class, records.get(records.size() - 1))
                .state();
    }

    /** The steps of EM: what is announced is the sum that was opened, from which every site computes the mean. */
    @Test
    void announcementOfTheOpenedSum_letsSitesFillTheirMissingCells() throws InterruptedException {
        Method.Ended ended = run(new SumRelease(
                study(2, ROUNDS), new Design(SumDesign.Noise.NONE, true, SumReleaseTest::meanOfFilled), false));
        double mean = Double.parseDouble(ended.notes().get(0));
        assertEquals((3 + 7) / 2.0, mean, 1e-6, "the mean of the cells that are there");
        assertEquals(ROUNDS, ended.rounds());
        assertEquals(StudyState.ROUNDS_COMPLETED, end());
    }

    private static Supplier<SumDesign.Found> meanOfFilled(SumDesign.Sums sums) {
        Parameters sum = sums.first().sum();
        while (sums.left() > 0) {
            sum = sums.after(sum);
        }
        double mean = mean(sum);
        return () -> found(Double.toString(mean));
    }

    @Test
    void sitesThatDoNotWait_haveTheirSums_whateverTheSearchRefuses() {
        Supplier<SumDesign.Found> search = () -> {
            throw new IllegalArgumentException("no network");
        };
        Design design = new Design(SumDesign.Noise.NONE, false, sums -> search);
        assertThrows(UnusableSumsException.class, () -> run(new SumRelease(study(2, 1), design, false)));
        assertEquals(StudyState.ROUNDS_COMPLETED, end());
    }

    @Test
    void sitesThatWait_learnThatTheSumsWereOfNoUse() {
        Design design = new Design(SumDesign.Noise.NONE, true, sums -> () -> {
            throw new IllegalArgumentException("no network");
        });
        assertThrows(UnusableSumsException.class, () -> run(new SumRelease(study(2, 1), design, false)));
        assertEquals(StudyState.DIVERGED, end());
    }

    @Test
    void searchAfterTheEnd_mayNotAskSites() {
        Design design = new Design(
                SumDesign.Noise.NONE,
                false,
                sums -> () -> found(sums.after(Parameters.zeros(9)).toString()));
        IllegalStateException refused =
                assertThrows(IllegalStateException.class, () -> run(new SumRelease(study(2, 2), design, false)));
        assertTrue(refused.getMessage().contains("has ended"), refused.getMessage());
        assertEquals(StudyState.ROUNDS_COMPLETED, end());
    }

    @Test
    void countedAsOne_severalSumsAreOneRound() throws InterruptedException {
        Design design = new Design(SumDesign.Noise.OWN, false, sums -> {
            sums.after(Parameters.zeros(9));
            sums.countAsOne();
            return () -> found("done").withNoise("sigma", 3);
        });
        Method.Ended ended = run(new SumRelease(study(2, 2), design, false));
        assertEquals(1, ended.rounds());
        assertEquals(3.0, ended.noise().get("sigma"));
    }

    /** A missing site would change what an exact sum is of, and take its share from noise that is shared. */
    @Test
    void quorumBelowAllSites_isForNoiseOfTheirOwnOnly() {
        for (SumDesign.Noise noise : SumDesign.Noise.values()) {
            Design design = new Design(noise, true, SumReleaseTest::meanOfFilled);
            if (noise == SumDesign.Noise.OWN) {
                assertEquals(
                        1,
                        new SumRelease(study(1, 1), design, false)
                                .study()
                                .policy()
                                .quorum());
            } else {
                assertThrows(IllegalArgumentException.class, () -> new SumRelease(study(1, 1), design, false));
            }
        }
    }

    /** A site keeps the claim of an exact statistic, and behind masks noisy values have less room and a finer step. */
    @Test
    void noise_decidesWhetherSitesClaimTheStatistic_andHowLargeAValueIs() {
        SumRelease exact = new SumRelease(
                study(2, 1), new Design(SumDesign.Noise.NONE, true, SumReleaseTest::meanOfFilled), false);
        SumRelease noisy =
                new SumRelease(study(2, 1), new Design(SumDesign.Noise.OWN, true, SumReleaseTest::meanOfFilled), false);
        assertEquals(Optional.of("second moments"), exact.exactStatistic());
        assertEquals(Optional.empty(), noisy.exactStatistic());
        assertEquals(0x1p60, ((SumForm.Statistic) exact.sums()).bound());
        assertEquals(0x1p45, ((SumForm.Statistic) noisy.sums()).bound());
    }
}
