// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.benchmark;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.internal.solver.AugmentedLagrangianSolver;
import io.hedgerow.core.internal.solver.ProximalGreedySolver;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.solver.GlobalProblem;
import io.hedgerow.core.solver.GlobalSolution;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolver;
import java.util.ArrayList;
import java.util.List;

/**
 * The iteration of Fed-Sparse-BNSL without its messages, to get the subproblems that solvers see in the middle of a
 * run: eight sites with 5,000 rows, K = d, ρ1 = 1000, ρ2 = 1, λ = 0.1.
 */
final class ShortRun {

    private static final int SITES = 8;
    private static final double RHO1 = 1000;
    private static final double RHO2 = 1;
    private static final double LAMBDA = 0.1;
    /** As {@code CommunicationPolicy.economical(0.3)} holds entries at 0. */
    private static final double SUPPORT = 0.1;

    private final ParameterLayout layout;
    private final List<DataView> views = new ArrayList<>();
    private final List<LocalSolver> solvers = new ArrayList<>();
    private final Parameters[] local = new Parameters[SITES];
    private final double[][] dual;
    private final AugmentedLagrangianSolver coordinator = new AugmentedLagrangianSolver(new TraceExponential());
    private Parameters consensus;
    private double alpha;

    ShortRun(int variables) {
        layout = ParameterLayout.linear(variables);
        int edges = Math.min(variables, variables * (variables - 1) / 2);
        SimulatedSites study = SimulatedSites.of(new ErdosRenyi(variables, edges))
                .sites(SITES)
                .seed(1)
                .build();
        for (int p = 0; p < SITES; p++) {
            SiteData data = SiteData.of(new DatasetIdentity("site " + p), study.rows(p));
            MechanismEvent event = new MechanismEvent.NonPrivate("benchmark");
            views.add(data.open(InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity())
                    .reserve("benchmark", 0, event)
                    .permit()));
            solvers.add(
                    new ProximalGreedySolver(new ProximalGreedySolver.Options(variables, 1e-9, 1, Diagonal.MASKED)));
            local[p] = Parameters.zeros(layout.size());
        }
        dual = new double[SITES][layout.size()];
        consensus = Parameters.zeros(layout.size());
    }

    void rounds(int count) {
        for (int t = 0; t < count; t++) {
            solveAtSites();
            GlobalSolution solution = coordinator.solve(globalProblem());
            consensus = solution.parameters();
            alpha += RHO1 * solution.acyclicity();
            for (int p = 0; p < SITES; p++) {
                for (int k = 0; k < layout.size(); k++) {
                    dual[p][k] += RHO2 * (local[p].get(k) - consensus.get(k));
                }
            }
        }
    }

    private void solveAtSites() {
        for (int p = 0; p < SITES; p++) {
            local[p] = solvers.get(p).solve(problem(p), views.get(p)).parameters();
        }
    }

    /** What the first site solves next. */
    LocalProblem localProblem() {
        return problem(0);
    }

    private LocalProblem problem(int site) {
        return new LocalProblem(
                layout, consensus, Parameters.copyOf(dual[site]), local[site], RHO2, LAMBDA, 1, Centring.LOCAL_MEAN);
    }

    /** What the coordinator solves next, after the sites. */
    GlobalProblem nextGlobalProblem() {
        solveAtSites();
        return globalProblem();
    }

    private GlobalProblem globalProblem() {
        double[] centre = new double[layout.size()];
        for (int k = 0; k < centre.length; k++) {
            for (int p = 0; p < SITES; p++) {
                centre[k] += (RHO2 * local[p].get(k) + dual[p][k]) / (SITES * RHO2);
            }
            centre[k] = Math.abs(centre[k]) < SUPPORT ? 0 : centre[k];
        }
        return new GlobalProblem(layout, Parameters.takeOver(centre), SITES * RHO2, alpha, RHO1, 0, consensus);
    }

    DataView view(int site) {
        return views.get(site);
    }

    SufficientStatistics pooled() {
        return views.stream()
                .map(DataView::statistics)
                .reduce(SufficientStatistics::merge)
                .orElseThrow();
    }
}
