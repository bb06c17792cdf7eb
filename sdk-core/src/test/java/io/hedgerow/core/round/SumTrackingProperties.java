package io.hedgerow.core.round;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.hedgerow.core.model.Parameters;
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
        for (int p = 0; p < sites; p++) {
            solvers.add(new ScriptedSolver(seed + p));
            sessions.add(Fixtures.session("site" + p, study, solvers.get(p)));
        }
        Payload change = Payload.empty();
        Set<SiteId> included = Set.of();
        for (int round = 0; round < rounds; round++) {
            Task task = new Task("study", round, study.admm().rho2().at(round), change, included);
            List<ProtectedUpdate> updates = new ArrayList<>();
            for (SiteSession session : sessions) {
                ProtectedUpdate update = session.answer(task);
                if (random.nextInt(4) > 0) {
                    updates.add(update);
                }
            }
            if (round > 0) {
                assertSums(study, coordinator, solvers, round);
            }
            Aggregate aggregate = plain.aggregate(round, updates);
            included = new TreeSet<>(aggregate.included());
            change = coordinator.advance(round, aggregate.sum()).change();
        }
    }

    private static void assertSums(Study study, ConsensusState coordinator, List<ScriptedSolver> solvers, int round) {
        double[] duals = new double[9];
        for (ScriptedSolver solver : solvers) {
            Parameters dual = solver.problems.get(round).dual();
            for (int k = 0; k < duals.length; k++) {
                duals[k] += dual.get(k);
            }
        }
        // β grows to at most about 8 rounds · ρ2 (≤ 4.8) · |B − W| (≤ 10); double rounding of such sums is below 1e-12
        assertArrayEquals(
                duals, coordinator.sumDual(), 1e-11, study.communication().toString());
    }
}
