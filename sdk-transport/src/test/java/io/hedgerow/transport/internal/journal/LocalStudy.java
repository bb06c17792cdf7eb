// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.journal;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.internal.solver.AugmentedLagrangianSolver;
import io.hedgerow.core.internal.solver.ProximalGreedySolver;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.core.study.Study.AdmmSettings;
import java.time.Duration;
import java.util.Random;

/** A study whose ends run in processes of their own, on data that every process can make. */
final class LocalStudy {

    static final int ROUNDS = 45;
    private static final int VARIABLES = 6;

    private LocalStudy() {}

    static Study of(int sites, int quorum) {
        return new Study(
                "local",
                VariableSchema.numbered(VARIABLES),
                ParameterLayout.linear(VARIABLES),
                sites,
                new RoundPolicy(quorum, Duration.ofMinutes(2), RoundPolicy.Convergence.never()),
                new Study.Rounds(
                        new AdmmSettings(
                                ROUNDS, 0.05, 0, new PenaltySchedule(1, 1.1, 1e6), PenaltySchedule.constant(1)),
                        LossScaling.PER_SITE,
                        0,
                        Centring.LOCAL_MEAN,
                        CommunicationPolicy.economical(0.3),
                        1));
    }

    static GlobalSolver globalSolver() {
        return new AugmentedLagrangianSolver(new TraceExponential(), 50, 1e-8);
    }

    private static SiteData data(String site) {
        Random random = new Random(site.hashCode());
        double[][] rows = new double[80][VARIABLES];
        for (double[] row : rows) {
            for (int j = 0; j < VARIABLES; j++) {
                row[j] = random.nextGaussian() + (j > 0 ? row[j - 1] : 0);
            }
        }
        return SiteData.of(new DatasetIdentity(site), InMemoryRows.of(VariableSchema.numbered(VARIABLES), rows));
    }

    static SiteSession session(String site, Study study, Journal<SiteRecord> journal) {
        SiteData data = data(site);
        return new SiteSession(
                new SiteId(site),
                study,
                data,
                InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity()),
                solver(),
                new InsecurePlainUpload(study),
                journal);
    }

    /** The same computation, as if it cost something. */
    static SiteSession costly(String site, Study study, Journal<SiteRecord> journal, BudgetLedger ledger) {
        SiteData data = data(site);
        return new SiteSession(
                new SiteId(site),
                study,
                data,
                PrivacyGate.enforcing(ledger, data.identity(), new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE),
                new Costly(solver()),
                new InsecurePlainUpload(study),
                journal);
    }

    private static LocalSolver solver() {
        return new ProximalGreedySolver(new ProximalGreedySolver.Options(10, 1e-9, 1, Diagonal.MASKED));
    }

    private record Costly(LocalSolver solver) implements LocalSolver {
        @Override
        public String id() {
            return "costly";
        }

        @Override
        public MechanismEvent plan(Task task) {
            return new MechanismEvent.PureDp(0.01, 1);
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            return solver.solve(problem, view);
        }
    }
}
