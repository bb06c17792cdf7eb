package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.round.CrashPoints;
import io.hedgerow.core.round.RoundReport;
import io.hedgerow.core.round.StudyState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The coordinator, and every site, of a masked study in rounds is killed at every record and message, one after the other. */
class MaskedCrashTest {

    private static final int SITES = 3;
    private static final int ROUNDS = 4;

    @TempDir
    Path temp;

    private record Run(PlannedMethod.Ended ended, List<RoundReport> rounds, int restarts, List<String> failures) {}

    /** Keys, plan and rows of one study, which is run many times. */
    private final class Subject {
        final LocalStudy study;
        final PlannedMethod method;
        int runs;

        Subject(String algorithm, Map<String, String> parameters, Optional<Double> epsilon) {
            study = new LocalStudy(
                    temp.resolve("study"),
                    new LocalStudy.Terms(algorithm, parameters, epsilon, true, ROUNDS, 0, Duration.ofMinutes(1)),
                    InstantSource.system());
            study.create(TestFederation.rows(SITES));
            method = SignedPlan.read(study.plan(), study.roster()).method();
        }

        Run run(CrashPoints coordinator, CrashPoints sites) throws InterruptedException {
            CrashingStudy crashing = new CrashingStudy(
                    study, method, temp.resolve("run-" + runs++), (site, solver) -> solver, coordinator, sites);
            PlannedMethod.Ended ended = crashing.run();
            crashing.close();
            return new Run(ended, List.copyOf(crashing.observed), crashing.restarts, crashing.failures);
        }
    }

    private static CrashPoints none() {
        return new CrashPoints(-1);
    }

    @Test
    void probe() throws Exception {
        Subject subject = new Subject("fed-sparse", Map.of("vote-rounds", "3"), Optional.empty());
        CrashPoints all = none();
        CrashPoints sites = none();
        long t = System.nanoTime();
        Run quiet = subject.run(all, sites);
        System.out.println("quiet " + quiet.ended().state() + " " + all.reached() + " " + sites.reached() + " " + (System.nanoTime() - t) / 1e6);
        for (int k = 0; k < all.reached(); k++) {
            CrashPoints points = new CrashPoints(k);
            t = System.nanoTime();
            Run run = subject.run(points, none());
            boolean same = run.ended().network().equals(quiet.ended().network()) && run.rounds().equals(quiet.rounds());
            if (!same) System.out.println("C " + k + " " + points.where() + " " + run.ended().state() + " " + run.ended().reason()+ " " + run.failures()+" restarts "+run.restarts());
        }
        System.out.println("last " + (System.nanoTime() - t) / 1e6);
        for (int k = 0; k < sites.reached(); k++) {
            CrashPoints points = new CrashPoints(k);
            t = System.nanoTime();
            Run run = subject.run(none(), points);
            boolean same = run.ended().network().equals(quiet.ended().network()) && run.rounds().equals(quiet.rounds());
            if (!same) System.out.println("S " + k + " " + points.where() + " " + run.ended().state() + " " + run.ended().reason()+ " " + run.failures());
        }
    }
}
