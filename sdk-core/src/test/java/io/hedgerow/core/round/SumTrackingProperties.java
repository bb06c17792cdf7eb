package io.hedgerow.core.round;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.spi.LocalProblem;
import io.hedgerow.core.spi.LocalSolution;
import io.hedgerow.core.spi.LocalSolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The coordinator knows ΣB and Σβ from sums of changes alone, whoever answers (METHODS: Σβ ← Σβ + ρ2 (ΣB − P·W)). */
class SumTrackingProperties {

    @Property
    void coordinatorsSums_areTheSumsOverTheSites_whoeverIsIncluded(@ForAll ValueEncoding encoding, @ForAll long seed) {
        int sites = 4;
        int rounds = 8;
        Study study = Fixtures.study(sites, rounds, 1, new CommunicationPolicy(encoding, 0x1p-14, 0.01, 0.1));
        SplittableRandom random = new SplittableRandom(seed);
        ConsensusState coordinator = new ConsensusState(study, new Fixtures.Centre());
        InsecurePlainUpload plain = new InsecurePlainUpload(study);
        List<ScriptedSolver> solvers = new ArrayList<>();
        List<SiteSession> sessions = new ArrayList<>();
        Set<SiteId> failing = new TreeSet<>();
        for (int p = 0; p < sites; p++) {
            SiteId site = new SiteId("site" + p);
            solvers.add(new ScriptedSolver(seed + p));
            sessions.add(Fixtures.session(site.value(), study, new Failing(solvers.get(p), site, failing)));
        }
        Payload change = Payload.empty();
        Set<SiteId> included = Set.of();
        for (int round = 0; round < rounds; round++) {
            Task task = new Task("study", round, study.admm().rho2().at(round), change, included);
            List<ProtectedUpdate> updates = new ArrayList<>();
            for (SiteSession session : sessions) {
                // answered, answered but lost, failed after the reservation, overtaken, or answered twice
                int fate = random.nextInt(8);
                if (fate == 0) {
                    session.observe(task);
                } else if (fate == 1) {
                    failing.add(session.site());
                    assertThrows(ArithmeticException.class, () -> session.answer(task));
                    assertThrows(ArithmeticException.class, () -> session.answer(task));
                    failing.clear();
                } else {
                    ProtectedUpdate update = session.answer(task);
                    if (fate == 2) {
                        assertSame(update, session.answer(task));
                    }
                    if (fate > 3) {
                        updates.add(update);
                    }
                }
            }
            assertSums(coordinator, sessions);
            Aggregate aggregate = plain.aggregate(round, updates, NoDialogue.OF_NOBODY);
            included = new TreeSet<>(aggregate.included());
            change = coordinator.advance(round, aggregate.sum()).orElseThrow().change();
        }
    }

    private static void assertSums(ConsensusState coordinator, List<SiteSession> sessions) {
        double[] duals = new double[9];
        for (SiteSession session : sessions) {
            assertEquals(coordinator.sent(), session.consensus());
            Parameters dual = session.dual();
            for (int k = 0; k < duals.length; k++) {
                duals[k] += dual.get(k);
            }
        }
        // β grows to at most about 8 rounds · ρ2 (≤ 4.8) · |B − W| (≤ 10); double rounding of such sums is below 1e-12
        assertArrayEquals(duals, coordinator.sumDual(), 1e-11);
    }

    /** Fails at the sites that are named when it is asked. */
    private record Failing(LocalSolver solver, SiteId site, Set<SiteId> failing) implements LocalSolver {
        @Override
        public String id() {
            return solver.id();
        }

        @Override
        public MechanismEvent plan(Task task) {
            return solver.plan(task);
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            if (failing.contains(site)) {
                throw new ArithmeticException("singular");
            }
            return solver.solve(problem, view);
        }
    }
}
