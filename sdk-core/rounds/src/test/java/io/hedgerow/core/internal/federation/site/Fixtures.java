// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.GlobalProblem;
import io.hedgerow.core.solver.GlobalSolution;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.core.study.Study.AdmmSettings;
import java.time.Duration;
import java.util.Set;

/** Small studies, sites and solvers for the tests of the federation loop. */
public final class Fixtures {

    public static final VariableSchema SCHEMA = VariableSchema.numbered(3);

    private Fixtures() {}

    public static Study study(int sites, int rounds, int quorum, CommunicationPolicy communication) {
        return new Study(
                "study",
                SCHEMA,
                ParameterLayout.linear(3),
                sites,
                new RoundPolicy(quorum, Duration.ofSeconds(30), RoundPolicy.Convergence.never()),
                new Study.Rounds(
                        new AdmmSettings(
                                rounds, 0.1, 0, PenaltySchedule.constant(10), new PenaltySchedule(1, 1.25, 100)),
                        LossScaling.PER_SITE,
                        0,
                        Centring.NONE,
                        communication,
                        1));
    }

    public static SiteData data(String site) {
        return SiteData.of(new DatasetIdentity(site), rows());
    }

    static RowSource rows() {
        return InMemoryRows.of(SCHEMA, new double[][] {{1, 2, 3}, {4, 5, 7}, {0, 1, 9}});
    }

    public static SiteSession session(String site, Study study, LocalSolver solver) {
        return session(site, study, solver, new InsecurePlainUpload(study));
    }

    public static SiteSession session(String site, Study study, LocalSolver solver, UpdateProtector protector) {
        return session(site, study, solver, protector, Journal.none());
    }

    public static SiteSession session(String site, Study study, Journal<SiteRecord> journal) {
        return session(site, study, journal, new InsecurePlainUpload(study));
    }

    static SiteSession session(String site, Study study, Journal<SiteRecord> journal, UpdateProtector protector) {
        return session(site, study, new SiteOptimum(new MechanismEvent.NonPrivate("test")), protector, journal);
    }

    private static SiteSession session(
            String site, Study study, LocalSolver solver, UpdateProtector protector, Journal<SiteRecord> journal) {
        SiteData data = data(site);
        return new SiteSession(
                new SiteId(site),
                study,
                data,
                InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity()),
                solver,
                protector,
                journal);
    }

    public static Task task(int round, Payload change, SiteId... included) {
        return new Task("study", round, Math.min(StrictMath.pow(1.25, round), 100), change, Set.of(included));
    }

    /** A coordinator's solver that returns the centre itself and calls it acyclic. */
    public static final class Centre implements GlobalSolver {
        @Override
        public String id() {
            return "centre";
        }

        @Override
        public GlobalSolution solve(GlobalProblem problem) {
            return new GlobalSolution(problem.centre(), 0.25, 1);
        }
    }
}
