// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.federation.coordinator.CrashPoints;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.operate.TestFederation;
import io.hedgerow.samples.privacy.PrivacyRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * The coordinator of a masked study in rounds, and each of its sites, is killed at every record, and at every message,
 * one after the other. Whoever is killed where: the network is that of the study that nobody disturbed, bit for bit.
 */
@Tag("slow")
class MaskedCrashTest {

    private static final int SITES = 3;
    private static final int ROUNDS = 3;

    /** Hundreds of studies force every record: what is tested is their order, and not the disk. */
    @TempDir(factory = InMemory.class)
    Path temp;

    static final class InMemory implements TempDirFactory {
        private static final Path SHARED_MEMORY = Path.of("/dev/shm");

        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
                throws IOException {
            return Files.isWritable(SHARED_MEMORY)
                    ? Files.createTempDirectory(SHARED_MEMORY, "masked-crash-")
                    : Files.createTempDirectory("masked-crash-");
        }
    }

    /** How a study went. */
    private record Run(
            Method.Ended ended,
            List<RoundReport> rounds,
            List<String> coordinator,
            List<String> sites,
            String failures) {}

    /** Keys, plan and rows of a study that is run many times. */
    private final class Subject {
        private final LocalStudy study;
        private final Method method;
        private final BiFunction<SiteId, LocalSolver, LocalSolver> solvers;
        private final Run quiet;
        private int runs;

        Subject(
                String algorithm,
                Map<String, String> parameters,
                Optional<Double> epsilon,
                int rounds,
                BiFunction<SiteId, LocalSolver, LocalSolver> solvers)
                throws InterruptedException {
            this.solvers = solvers;
            study = new LocalStudy(
                    temp.resolve("study"),
                    new LocalStudy.Terms(
                            algorithm,
                            parameters,
                            epsilon.map(e -> PrivacyRequest.parse("epsilon=" + e)),
                            true,
                            rounds,
                            0,
                            Duration.ofMinutes(1)),
                    InstantSource.system());
            study.create(TestFederation.rows(SITES));
            method = SignedPlan.read(study.plan(), study.roster()).method();
            quiet = run(-1, -1, 0);
            assertEquals(StudyState.ROUNDS_COMPLETED, quiet.ended().state(), quiet.failures());
        }

        private Run run(int coordinatorAt, int siteAt, int restarts) throws InterruptedException {
            return run(coordinatorAt, siteAt, restarts, false);
        }

        private Run run(int coordinatorAt, int siteAt, int restarts, boolean fullDisk) throws InterruptedException {
            CrashingStudy crashing = new CrashingStudy(
                    study,
                    method,
                    temp.resolve("run-" + runs++),
                    solvers,
                    new CrashPoints(coordinatorAt),
                    new CrashPoints(siteAt),
                    fullDisk);
            try {
                Method.Ended ended = crashing.run();
                assertEquals(
                        restarts,
                        crashing.restarts,
                        () -> "coordinator at " + coordinatorAt + ", site at " + siteAt + ": "
                                + crashing.siteReached.size() + " points of sites, "
                                + crashing.siteReached.stream()
                                        .skip(Math.max(0, siteAt - 2))
                                        .limit(5)
                                        .toList()
                                + "; " + crashing.failures);
                crashing.requireReservedOnce();
                return new Run(
                        ended,
                        List.copyOf(crashing.observed),
                        crashing.coordinatorReached,
                        crashing.siteReached,
                        String.join("; ", crashing.failures));
            } finally {
                crashing.close();
            }
        }

        void requireSame(Run run, String where) {
            assertEquals(
                    quiet.ended().state(),
                    run.ended().state(),
                    () -> where + ": " + run.ended().reason() + "; " + run.failures());
            assertEquals(quiet.ended().network(), run.ended().network(), where);
            assertEquals(quiet.rounds(), run.rounds(), where);
        }

        int coordinatorKilledWhere(Predicate<String> here) throws InterruptedException {
            int kills = 0;
            for (int at = 0; at < quiet.coordinator().size(); at++) {
                String point = quiet.coordinator().get(at);
                if (here.test(point)) {
                    requireSame(run(at, -1, 1), "coordinator, point " + at + ", " + point);
                    kills++;
                }
            }
            return kills;
        }

        void withoutRoom(Predicate<String> here) throws InterruptedException {
            for (int at = 0; at < quiet.coordinator().size(); at++) {
                String point = quiet.coordinator().get(at);
                if (here.test(point)) {
                    requireSame(run(at, -1, 1, true), "coordinator without room, point " + at + ", " + point);
                }
            }
            for (int at = 0; at < quiet.sites().size(); at++) {
                String point = quiet.sites().get(at);
                // one site is like the others
                if (here.test(point) && at % SITES == 0) {
                    requireSame(run(-1, at, 1, true), "site without room, point " + at + ", " + point);
                }
            }
        }

        int sitesKilledAtEvery(int step) throws InterruptedException {
            int kills = 0;
            for (int at = 0; at < quiet.sites().size(); at += step) {
                requireSame(
                        run(-1, at, 1),
                        "site, point " + at + ", " + quiet.sites().get(at));
                kills++;
            }
            return kills;
        }
    }

    private Subject exact() throws InterruptedException {
        return new Subject(
                "fed-sparse", Map.of("vote-rounds", "3"), Optional.empty(), ROUNDS, (site, solver) -> solver);
    }

    /** Every round but the first answers a question that follows from the sums before it. */
    private Subject asking(String algorithm) throws InterruptedException {
        return new Subject(algorithm, Map.of(), Optional.empty(), 10, (site, solver) -> solver);
    }

    private Subject withNoise() throws InterruptedException {
        Map<String, SolvedOnce.Solved> solved = new HashMap<>();
        return new Subject(
                "dp-fed-sparse",
                Map.of("local-iterations", "5"),
                Optional.of(2.0),
                ROUNDS,
                (site, solver) -> SolvedOnce.around(site, solver, solved));
    }

    /** Journal and archive; the rest are messages. */
    private static boolean isRecord(String point) {
        return point.contains("Journal") || point.contains("Archive");
    }

    @Test
    void coordinatorKilledAtEveryRecord_learnsTheSameNetwork() throws InterruptedException {
        // opened, begun and summed of each round, ended: each before and after
        assertEquals(2 * (2 + 2 * ROUNDS), exact().coordinatorKilledWhere(MaskedCrashTest::isRecord));
    }

    @Test
    void coordinatorOfAStudyWithNoiseKilledAtEveryRecord_learnsTheSameNetwork() throws InterruptedException {
        // and over whom each sum is
        assertEquals(2 * (2 + 3 * ROUNDS), withNoise().coordinatorKilledWhere(MaskedCrashTest::isRecord));
    }

    @Test
    void coordinatorThatAsksKilledBehindEverySum_andSitesAtSomePoints_learnTheSameNetwork()
            throws InterruptedException {
        Subject subject = asking("direct-lingam");
        int rounds = subject.quiet.ended().rounds();
        assertTrue(rounds > SITES, "rounds: " + rounds);
        assertEquals(rounds, subject.coordinatorKilledWhere(point -> point.equals("after Journal.append Summed")));
        subject.sitesKilledAtEvery(41);
    }

    /** Each of the four sums is another; a coordinator that is back asks as it did, from the sums it has. */
    @Test
    void coordinatorOfCurvesKilledBehindEverySum_learnsTheSameNetwork() throws InterruptedException {
        assertEquals(
                4, asking("feature-gram").coordinatorKilledWhere(point -> point.equals("after Journal.append Summed")));
    }

    /** A full disk is no failure of a round, of nobody. */
    @Test
    void recordsOfCoordinatorOrSiteWithoutRoom_learnTheSameNetwork() throws InterruptedException {
        exact().withoutRoom(point -> point.startsWith("before") && (isRecord(point) || point.contains("Store")));
    }

    /** Nor of one that was paid for: what it found waits for room. */
    @Test
    void recordsOfAStudyWithNoiseWithoutRoom_learnTheSameNetwork_atTheSameCost() throws InterruptedException {
        withNoise()
                .withoutRoom(point -> point.startsWith("before")
                        && (isRecord(point) || point.contains("Store") || point.contains("reservation")));
    }

    @Test
    void sitesKilledAtSomePoints_learnTheSameNetwork() throws InterruptedException {
        exact().sitesKilledAtEvery(17);
    }

    /** A round without a budget may be computed again, so that it fails once ends nothing. */
    @Test
    void exactRoundThatFailsOnceAtASite_isComputedAgain_andLearnsTheSameNetwork() throws InterruptedException {
        AtomicInteger fails = new AtomicInteger(-1);
        Subject subject = new Subject(
                "fed-sparse",
                Map.of("vote-rounds", "3"),
                Optional.empty(),
                ROUNDS,
                (site, solver) -> new FailsOnce(solver, fails));
        for (int at = 0; at < SITES * ROUNDS; at++) {
            fails.set(at);
            Run run = subject.run(-1, -1, 0);
            subject.requireSame(run, "solution " + at);
            assertTrue(run.failures().contains("singular"), "solution " + at + " must have failed");
        }
    }

    @Test
    @Tag("long")
    void coordinatorKilledAtEveryRecordAndMessage_learnsTheSameNetwork() throws InterruptedException {
        int kills = exact().coordinatorKilledWhere(point -> true);
        assertTrue(kills >= 100, "kills: " + kills);
    }

    @Test
    @Tag("long")
    void coordinatorOfAStudyWithNoiseKilledAtEveryRecordAndMessage_learnsTheSameNetwork() throws InterruptedException {
        int kills = withNoise().coordinatorKilledWhere(point -> true);
        assertTrue(kills >= 100, "kills: " + kills);
    }

    @Test
    @Tag("long")
    void sitesKilledAtEveryRecordAndMessage_learnTheSameNetwork() throws InterruptedException {
        int kills = exact().sitesKilledAtEvery(1);
        assertTrue(kills >= 100, "kills: " + kills);
    }

    /**
     * Budget is never spent twice for a round. A site that cannot know whether it was does without the round, and a
     * plan that needs all sites ends there.
     */
    @Test
    @Tag("long")
    void siteOfAStudyWithNoiseKilledAnywhere_isMissedOnlyBetweenReservationAndAnswer() throws InterruptedException {
        Subject subject = withNoise();
        Set<String> missed = new TreeSet<>();
        for (int at = 0; at < subject.quiet.sites().size(); at++) {
            Run run = subject.run(-1, at, 1);
            if (run.ended().state() == StudyState.ROUNDS_COMPLETED) {
                subject.requireSame(run, "site, point " + at);
            } else {
                missed.add(subject.quiet.sites().get(at));
            }
        }
        assertEquals(
                Set.of(
                        "after reservation",
                        "before ReleaseStore.append",
                        "after ReleaseStore.append",
                        "before Journal.append Answered"),
                missed);
    }
}
