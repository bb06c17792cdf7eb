// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundsMethodTest {

    private static final int D = 5;
    private static final int SITES = 3;

    private final SimulatedSites simulated = SimulatedSites.of(new ErdosRenyi(D, 4))
            .sites(SITES)
            .rowsPerSite(300)
            .seed(4)
            .build();
    private final List<RowSource> rows =
            IntStream.range(0, SITES).mapToObj(simulated::rows).toList();
    private final MethodSettings settings =
            FederatedMethod.FED_SPARSE.recommended(D, SITES).withRounds(30);
    private final Study study = RoundsMethod.study(
            Agreement.inProcess("mine", rows.get(0).schema(), SITES, UploadProtection.insecurePlain()), settings);

    private RoundsMethod greedy() {
        return RoundsMethod.of(
                study,
                site -> LocalSolvers.proximalGreedy(
                        settings.localSteps().iterations(),
                        settings.localSteps().gamma(),
                        Diagonal.MASKED),
                LocalSolvers::consensus);
    }

    @Test
    void proximalGreedy_inRounds_isTheMethodOfTheCatalogue() throws InterruptedException {
        LearnedNetwork named = Learning.of(
                        Method.named("fed-sparse").with("unit", "1").withRounds(30))
                .learn(rows);
        LearnedNetwork own = Learning.of(greedy()).learn(rows);
        assertEquals(named.network(), own.network());
        assertEquals(
                named.run().provenance().components(), own.run().provenance().components());
    }

    @Test
    void voting_onTheLastRound_isOfOneRound_andAveraging_ofSeveral() throws InterruptedException {
        LearnedNetwork last = Learning.of(greedy().voting(1, 0.3)).learn(rows);
        LearnedNetwork mean = Learning.of(greedy().averaging(10, 0.3)).learn(rows);
        assertTrue(last.named().voteShares().isPresent());
        assertTrue(mean.named().voteShares().isEmpty());
        assertThrows(
                IllegalArgumentException.class,
                () -> Learning.of(greedy().averaging(31, 0.3)).learn(rows));
    }

    @Test
    void closedForm_canBeWrapped() throws InterruptedException {
        LearnedNetwork none = Learning.of(RoundsMethod.of(study, site -> new Zeros(), LocalSolvers::consensus))
                .learn(rows);
        assertEquals(0, none.named().edges().size());
    }

    @Test
    void learn_ofASolverThatCostsSomething_needsLedgers() {
        RoundsMethod costly = RoundsMethod.of(study, site -> new Costly(), LocalSolvers::consensus);
        assertThrows(LedgerException.class, () -> Learning.of(costly).learn(rows));
    }

    @Test
    void learn_ofMoreSitesThanAgreed_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> Learning.of(greedy()).learn(rows.subList(0, 2)));
    }

    /** The exact solution, and then nothing of it. */
    private static final class Zeros implements LocalSolver {
        private final LocalSolver exact = LocalSolvers.closedForm(Diagonal.MASKED);

        @Override
        public String id() {
            return "zeros";
        }

        @Override
        public MechanismEvent plan(Task task) {
            return exact.plan(task);
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            double[] b = exact.solve(problem, view).parameters().toArray();
            return new LocalSolution(Parameters.zeros(b.length), 1, true);
        }
    }

    private static final class Costly implements LocalSolver {
        @Override
        public String id() {
            return "costly";
        }

        @Override
        public MechanismEvent plan(Task task) {
            return new MechanismEvent.PureDp(1, 1);
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            throw new AssertionError("opened");
        }
    }
}
