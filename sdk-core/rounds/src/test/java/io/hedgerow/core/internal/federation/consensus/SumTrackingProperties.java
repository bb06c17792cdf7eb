// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.consensus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.federation.FormedUpload;
import io.hedgerow.core.federation.NoDialogue;
import io.hedgerow.core.internal.federation.consensus.ConsensusSums.SeenSums;
import io.hedgerow.core.internal.federation.consensus.ConsensusSums.TotalSums;
import io.hedgerow.core.internal.federation.site.Fixtures;
import io.hedgerow.core.internal.federation.site.ScriptedSolver;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.CommunicationPolicy.ValueEncoding;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * The coordinator's terms are those of its sites, whoever answers: of each of them, of all of them together, or of
 * those in the sum.
 */
class SumTrackingProperties {

    @Property
    void coordinatorsTerms_areThoseOfTheSites_whoeverIsIncluded(
            @ForAll ValueEncoding encoding, @ForAll Update.Form form, @ForAll long seed) {
        int sites = 4;
        int rounds = 8;
        Study study = Fixtures.study(sites, rounds, 1, new CommunicationPolicy(encoding, 0x1p-14, 0.01, 0.1));
        SplittableRandom random = new SplittableRandom(seed);
        ConsensusState coordinator = new ConsensusState(study, new Fixtures.Centre(), form);
        FormedUpload upload = new FormedUpload(study, form);
        List<ScriptedSolver> solvers = new ArrayList<>();
        List<SiteSession> sessions = new ArrayList<>();
        Set<SiteId> failing = new TreeSet<>();
        for (int p = 0; p < sites; p++) {
            SiteId site = new SiteId("site" + p);
            solvers.add(new ScriptedSolver(seed + p));
            sessions.add(Fixtures.session(site.value(), study, new Failing(solvers.get(p), site, failing), upload));
        }
        Payload change = Payload.empty();
        Set<SiteId> included = Set.of();
        for (int round = 0; round < rounds; round++) {
            Task task = new Task("study", round, study.rho2(round), change, included);
            List<ProtectedUpdate> updates = new ArrayList<>();
            for (int p = 0; p < sites; p++) {
                SiteSession session = sessions.get(p);
                // answered, answered but lost, failed after the reservation, overtaken, or answered twice
                int fate = p == sites - 1 && updates.isEmpty() ? 7 : random.nextInt(8);
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
                    // a coordinator needs a quorum
                    if (fate > 3) {
                        updates.add(update);
                    }
                }
            }
            assertTerms(coordinator, sessions);
            Aggregate aggregate = upload.aggregate(round, updates, NoDialogue.REFUSED);
            included = new TreeSet<>(aggregate.included());
            change = coordinator.advance(aggregate).orElseThrow().change();
        }
    }

    private static void assertTerms(ConsensusState coordinator, List<SiteSession> sessions) {
        double[] duals = new double[9];
        for (SiteSession session : sessions) {
            assertEquals(coordinator.sent(), session.consensus());
            double[] dual = session.dual().toArray();
            if (coordinator.terms() instanceof SeenSums seen) {
                // the same additions in the same order at both ends
                assertArrayEquals(dual, seen.dual(session.site()));
            }
            for (int k = 0; k < duals.length; k++) {
                duals[k] += dual[k];
            }
        }
        if (coordinator.terms() instanceof TotalSums totals) {
            // β grows to at most about 8 rounds · ρ2 (≤ 4.8) · |B − W| (≤ 10); double rounding of such sums is below
            // 1e-12
            assertArrayEquals(duals, totals.sumDual(), 1e-11);
        }
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
