// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.simulation.InProcessStudy;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.core.study.Study.AdmmSettings;
import io.hedgerow.dp.accounting.Accountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.greedy.settings.GreedyCalibration;
import io.hedgerow.dp.internal.greedy.settings.GreedyDefaults;
import io.hedgerow.dp.internal.greedy.settings.GreedyDefaults.GreedyShares;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.RowCentre;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.internal.greedy.settings.Smoothness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A federated study of private greedy solvers on simulated rows, inside one process. */
public final class GreedyStudy {

    /** W is the mean of so many last rounds. */
    private static final int AVERAGED = 33;

    private GreedyStudy() {}

    /** Privately released second moments and no centring, with the least noise that keeps the study within a budget. */
    public static GreedyOptions options(
            GreedyDefaults defaults, ProtectedUnits units, int variables, PrivacyBudget budget, Accountant accountant) {
        GreedyShares shares = defaults.shares();
        GreedyOptions shape = new GreedyOptions(
                units,
                defaults.steps(),
                shares.step((long) defaults.rounds() * defaults.steps().count()),
                new Smoothness.PrivateMoments(variables, 0.2, 20, Math.sqrt(shares.smoothness())),
                new RowCentre.Origin());
        return new GreedyCalibration(accountant).fit(budget, defaults.rounds(), shape, DpProximalGreedySolver::new);
    }

    public static int distance(
            SimulatedSites simulated, GreedyDefaults defaults, GreedyOptions options, BudgetLedger ledger)
            throws InterruptedException {
        int d = simulated.truth().variables();
        Study study = new Study(
                "simulated",
                VariableSchema.numbered(d),
                ParameterLayout.linear(d),
                simulated.sites(),
                new RoundPolicy(simulated.sites(), Duration.ofHours(1), RoundPolicy.Convergence.never()),
                new Study.Rounds(
                        new AdmmSettings(
                                defaults.rounds(),
                                defaults.lambda(),
                                0,
                                PenaltySchedule.constant(defaults.rho1()),
                                PenaltySchedule.constant(defaults.rho2())),
                        LossScaling.PER_SITE,
                        0,
                        Centring.NONE,
                        CommunicationPolicy.exact(),
                        1));
        List<SiteSession> sessions = new ArrayList<>();
        for (int p = 0; p < simulated.sites(); p++) {
            DatasetIdentity identity = new DatasetIdentity("site " + p);
            sessions.add(new SiteSession(
                    new SiteId("site-" + p),
                    study,
                    SiteData.of(identity, simulated.rows(p)),
                    PrivacyGate.enforcing(ledger, identity, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE),
                    new DpProximalGreedySolver(options),
                    new InsecurePlainUpload(study)));
        }
        double[] mean = new double[d * d];
        new InProcessStudy(study, sessions).run((report, consensus) -> {
            if (report.round() >= defaults.rounds() - AVERAGED) {
                double[] weights = study.layout().edgeWeights(consensus).toRows();
                for (int k = 0; k < mean.length; k++) {
                    mean[k] += weights[k] / AVERAGED;
                }
            }
        });
        WeightMatrix network =
                Dag.strongest(WeightMatrix.ofRows(d, mean), 0.3).dag().weights();
        return StructureMetrics.of(network, simulated.truth()).shd();
    }
}
