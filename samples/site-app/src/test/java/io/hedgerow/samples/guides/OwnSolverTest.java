// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.InsecurePlainUpload;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.federation.coordinator.Coordinator;
import io.hedgerow.core.internal.federation.coordinator.StudyResult;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.solver.AugmentedLagrangianSolver;
import io.hedgerow.core.internal.solver.ClosedFormSolver;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.simulation.ErdosRenyi;
import io.hedgerow.core.simulation.SimulatedStudy;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.solver.LocalSolverContract;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What docs/guides/researcher.md shows: a solver of one's own, its contract, and a federation that uses it. */
class OwnSolverTest extends LocalSolverContract {
    @Override
    protected LocalSolver solver(Diagonal diagonal) {
        return new ThresholdedSolver(new ClosedFormSolver(diagonal));
    }

    // region:solver
    /** The exact solution, then each entry nearer to 0 by λ/ρ2. Not private. */
    record ThresholdedSolver(ClosedFormSolver exact) implements LocalSolver {
        @Override
        public String id() {
            return "thresholded";
        }

        @Override
        public MechanismEvent plan(Task task) {
            return new MechanismEvent.NonPrivate("thresholded exact solution");
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            double[] b = exact.solve(problem, view).parameters().toArray();
            double step = problem.lambda() / problem.rho2();
            for (int k = 0; k < b.length; k++) {
                b[k] = Math.signum(b[k]) * Math.max(0, Math.abs(b[k]) - step);
            }
            return new LocalSolution(Parameters.takeOver(b), 1, true);
        }
    }
    // endregion

    @Test
    void federation_withTheSolver_findsTheNetwork() throws InterruptedException {
        SimulatedStudy simulated = SimulatedStudy.of(new ErdosRenyi(5, 4))
                .sites(3)
                .rowsPerSite(500)
                .seed(4)
                .build();
        FederatedMethod method = FederatedMethod.FED_SPARSE;
        MethodSettings settings = method.recommended(5, 3).withLambda(0.02);
        RoundPolicy policy = new RoundPolicy(3, Duration.ofMinutes(1), RoundPolicy.Convergence.never());
        Study study = method.study("mine", simulated.rows(0).schema(), settings, 0, 3, policy);
        InsecurePlainUpload upload = new InsecurePlainUpload(study);
        List<SiteSession> sessions = new ArrayList<>();
        // region:run
        for (int p = 0; p < 3; p++) {
            DatasetIdentity identity = new DatasetIdentity("simulated " + p);
            sessions.add(new SiteSession(
                    new SiteId("site-" + p),
                    study,
                    SiteData.of(identity, simulated.rows(p)),
                    InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), identity),
                    new ThresholdedSolver(new ClosedFormSolver(Diagonal.MASKED)),
                    upload));
        }
        StudyResult result = new Coordinator(
                        study,
                        new InMemoryNetwork(sessions, Runnable::run),
                        upload,
                        new AugmentedLagrangianSolver(new TraceExponential()),
                        (round, consensus) -> {},
                        System::nanoTime)
                .run();
        // endregion
        WeightMatrix weights = study.layout().edgeWeights(result.consensus());
        WeightMatrix network = Dag.strongest(weights, 0.3).dag().weights();
        int distance = StructureMetrics.of(network, simulated.truth()).shd();
        assertEquals(100, result.rounds().size());
        // Four edges of weight 0.5 and more and 1,500 rows: the sparse method itself finds them all; one may be lost.
        assertTrue(distance <= 1, "SHD " + distance);
    }
}
