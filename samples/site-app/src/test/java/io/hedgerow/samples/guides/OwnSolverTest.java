// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.guides;

import static io.hedgerow.dp.site.BudgetRequest.epsilon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.LocalSolverContract;
import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.own.LocalSolvers;
import io.hedgerow.core.method.own.RoundsMethod;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.simulation.SimulatedStudy;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.method.PrivateLocalSolvers;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.site.Ledgers;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.simulation.MaskedSites;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A wrapped solver keeps the contract of solvers, and runs plain or behind masks, with and without a budget. */
class OwnSolverTest extends LocalSolverContract {

    private static final int D = 5;
    private static final int SITES = 4;
    private static final int ROWS = 500;

    @TempDir
    Path temp;

    private final SimulatedStudy simulated =
            SimulatedStudy.of(D, 4).sites(SITES).rowsPerSite(ROWS).seed(4).build();
    private final List<RowSource> rows =
            IntStream.range(0, SITES).mapToObj(simulated::rows).toList();

    @Override
    protected LocalSolver solver(Diagonal diagonal) {
        return new ShrunkenSolver(LocalSolvers.proximalGreedy(50, 1, diagonal));
    }

    /** What another solver finds, a little nearer to 0. Not private. */
    record ShrunkenSolver(LocalSolver greedy) implements LocalSolver {
        @Override
        public String id() {
            return "shrunken";
        }

        @Override
        public MechanismEvent plan(Task task) {
            return greedy.plan(task);
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            LocalSolution found = greedy.solve(problem, view);
            double[] b = found.parameters().toArray();
            for (int k = 0; k < b.length; k++) {
                b[k] *= 0.99;
            }
            return new LocalSolution(Parameters.takeOver(b), found.iterations(), found.converged());
        }
    }

    private RoundsMethod shrunken(UploadProtection uploads) {
        MethodSettings settings = FederatedMethod.FED_SPARSE
                .recommended(D, SITES)
                .withLambda(0.02)
                .withRounds(60);
        return RoundsMethod.of(
                RoundsMethod.study(Agreement.inProcess("mine", rows.get(0).schema(), SITES, uploads), settings),
                site -> solver(Diagonal.MASKED),
                LocalSolvers::consensus);
    }

    @Test
    @Tag("slow")
    void learn_findsTheNetwork_plainAndBehindMasks() throws InterruptedException {
        MaskedSites masks = new MaskedSites(AggregationPolicy.standard());
        LearnedNetwork plain =
                Learning.of(shrunken(UploadProtection.insecurePlain())).learn(rows);
        LearnedNetwork masked = Learning.of(shrunken(masks), masks).learn(rows);
        // Four edges of weight 0.5 and more and 2,000 rows: the sparse method itself finds them all; one may be lost.
        int distance = StructureMetrics.of(plain.network(), simulated.truth()).shd();
        assertTrue(distance <= 1, "SHD " + distance);
        assertEquals(plain.named().edges().size(), masked.named().edges().size());
        assertTrue(masks.report().released() > 0, "sums came out of masks");
    }

    @Test
    @Tag("slow")
    void learn_ofAWrappedPrivateSolver_behindMasks_isPaidForByEverySite() throws InterruptedException {
        MaskedSites masks = new MaskedSites(AggregationPolicy.standard());
        PrivacyBudget budget = new PrivacyBudget(2, 1e-6);
        SiteUnits units = new SiteUnits(ROWS, false, Adjacency.REPLACE_ONE);
        PrivateMethod greedy = PrivateLocalSolvers.proximalGreedy(
                Method.named("dp-fed-sparse").withRounds(4).with("local-iterations", "3"),
                Agreement.inProcess("wrapped", rows.get(0).schema(), SITES, masks),
                units,
                budget);
        RoundsMethod wrapped = RoundsMethod.of(
                greedy.study(),
                site -> greedy.solver(site).postProcessed("kept-as-it-is", (problem, released) -> released),
                LocalSolvers::consensus);
        Ledgers ledgers = Ledgers.in(temp.resolve("ledgers"))
                .budget(epsilon(2).withDelta(1e-6))
                .datasets("a", "b", "c", "d");
        Learning.of(wrapped.averaging(2, 0.3), masks).keeping(ledgers).learn(rows);
        assertEquals(Centring.NONE, wrapped.study().consensus().centring());
        for (String dataset : List.of("a", "b", "c", "d")) {
            double spent = LedgerHistory.read(temp.resolve("ledgers").resolve(dataset))
                    .spent()
                    .spentEpsilon();
            assertTrue(spent > 1.99 && spent <= 2, dataset + " spent " + spent);
        }
        assertTrue(masks.report().released() > 0, "sums came out of masks");
    }
}
