// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.federation.coordinator.Coordinator;
import io.hedgerow.core.internal.federation.coordinator.Coordinator.StudyResult;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.internal.solver.AugmentedLagrangianSolver;
import io.hedgerow.core.internal.solver.ClosedFormSolver;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.simulation.PooledMoments;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.core.study.Study.AdmmSettings;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.release.Centred;
import io.hedgerow.dp.internal.release.RawRows;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.ReleasedValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DpClosedFormSolverTest {

    private static final PrivacyBudget BUDGET = new PrivacyBudget(5, 4e-8);

    private static LocalProblem problem(int d) {
        Parameters zero = Parameters.zeros(d * d);
        return new LocalProblem(ParameterLayout.linear(d), zero, zero, zero, 1, 0, 1, Centring.NONE);
    }

    private static Task task(int round) {
        return new Task("s", round, 1, Payload.empty(), Set.of());
    }

    private static DataView open(SiteData data) {
        return data.open(GramFixtures.gate(request -> {}, data)
                .reserve("s", 0, new MechanismEvent.PureDp(1, 1))
                .permit());
    }

    @Test
    void solve_withoutNoiseAndClipping_isTheClosedFormOnThePooledMoments() throws InterruptedException {
        SimulatedSites study = GramFixtures.study(6, 1, 500, 3);
        SiteData data = GramFixtures.sites(study).get(0);
        double bound = 1000;
        DpClosedFormSolver solver = new DpClosedFormSolver(
                ReleaseOptions.within(6, 500, BUDGET), bound, 1e-9, Diagonal.MASKED, GramFixtures.SILENT);
        double[] flat = PooledMoments.release(List.of(data)).statistics().secondMoment(Centring.NONE);
        double[][] s = new double[6][6];
        for (int k = 0; k < 36; k++) {
            s[k / 6][k % 6] = flat[k];
        }
        Parameters expected =
                new ClosedFormSolver(Diagonal.MASKED).solve(problem(6), s).parameters();
        try (DataView view = open(data)) {
            Parameters found = solver.solve(problem(6), view).parameters();
            for (int k = 0; k < 36; k++) {
                // rows are rounded to 1000·2⁻¹⁶ = 0.015, by which moments of 500 rows move by some thousandths
                assertEquals(expected.get(k), found.get(k), 0.01);
            }
        }
    }

    /**
     * Through the public constructor, with the noise of production: b²·(√2/μ)/n on the diagonal, 1/√2 of that beside
     * it. 120 releases of 4 and 6 numbers: relative deviations of the mean squares are √(2/480) = 6.5 % and √(2/720) =
     * 5.3 %; six of them reject falsely once in 10⁸ runs, and half the noise is a mean square of a quarter. Sums of 50
     * along each axis are 10 times what the noise can be, so no eigenvalue is raised.
     */
    @Test
    void solve_addsTheNoiseThatItsPlanCharges() {
        int d = 4;
        int n = 50 * d;
        double[][] rows = new double[n][d];
        for (int k = 0; k < n; k++) {
            rows[k][k % d] = 1e3;
        }
        double bound = 7;
        ReleaseOptions options = ReleaseOptions.within(d, n, BUDGET);
        double sigma = bound * bound * Math.sqrt(2) / options.mu() / n;
        double[] power = new double[2];
        int releases = 120;
        for (int k = 0; k < releases; k++) {
            DpClosedFormSolver solver = new DpClosedFormSolver(options, bound, 1e-9, Diagonal.FREE);
            try (DataView view = RawRows.open(RawRows.of(rows))) {
                solver.solve(problem(d), view);
            }
            double[] s = ReleasedValues.read(solver.id(), solver.releasedState(), d * d)
                    .get(0);
            for (int i = 0; i < d; i++) {
                for (int j = i; j < d; j++) {
                    double noise = (s[i * d + j] - (i == j ? bound * bound / d : 0)) / sigma;
                    power[i == j ? 0 : 1] += noise * noise / (releases * (i == j ? d : d * (d - 1) / 2));
                }
            }
        }
        assertEquals(1, power[0], 6 * 0.065, "on the diagonal");
        assertEquals(0.5, power[1], 6 * 0.053 * 0.5, "beside it");
    }

    @Test
    void laterRounds_areAnsweredWithoutReservationOrData() {
        SimulatedSites study = GramFixtures.study(5, 1, 200, 1);
        SiteData data = GramFixtures.sites(study).get(0);
        DpClosedFormSolver solver =
                new DpClosedFormSolver(ReleaseOptions.within(5, 200, BUDGET), 5, 0.05, Diagonal.FREE);
        assertTrue(solver.solveFromReleased(task(0), problem(5)).isEmpty());
        Parameters first;
        try (DataView view = open(data)) {
            first = solver.solve(problem(5), view).parameters();
            assertThrows(IllegalStateException.class, () -> solver.solve(problem(5), view));
        }
        assertEquals(
                first,
                solver.solveFromReleased(task(1), problem(5)).orElseThrow().parameters(),
                "the same problem on the same matrix");
        assertEquals(1, solver.roundPlan(100).size());
        assertEquals(solver.plan(task(0)), solver.roundPlan(100).get(0));
    }

    @Test
    void federation_onNoisyMatrices_learnsAndReservesOncePerSite() throws InterruptedException {
        int d = 10;
        int sites = 4;
        SimulatedSites simulated = GramFixtures.study(d, sites, 5000, 4);
        Study study = new Study(
                "fed",
                simulated.rows(0).schema(),
                ParameterLayout.linear(d),
                sites,
                new RoundPolicy(sites, Duration.ofHours(1), RoundPolicy.Convergence.never()),
                new Study.Rounds(
                        new AdmmSettings(60, 0, 0.3, PenaltySchedule.constant(1000), PenaltySchedule.constant(1)),
                        LossScaling.PER_SITE,
                        0,
                        Centring.NONE,
                        CommunicationPolicy.exact(),
                        1));
        List<ReservationRequest> reserved = new ArrayList<>();
        List<SiteSession> sessions = new ArrayList<>();
        for (SiteData data : GramFixtures.sites(simulated)) {
            sessions.add(new SiteSession(
                    new SiteId("s" + sessions.size()),
                    study,
                    data,
                    GramFixtures.gate(reserved::add, data),
                    new DpClosedFormSolver(
                            ReleaseOptions.within(d, 5000, BUDGET),
                            8,
                            0.05,
                            Diagonal.MASKED,
                            GramFixtures.seeded(sessions.size())),
                    new InsecurePlainUpload(study)));
        }
        InMemoryNetwork network = new InMemoryNetwork(sessions, Runnable::run);
        StudyResult result = new Coordinator(
                        study,
                        network,
                        new InsecurePlainUpload(study),
                        new AugmentedLagrangianSolver(new TraceExponential()),
                        (report, consensus) -> {},
                        System::nanoTime,
                        Journal.none())
                .run();
        assertEquals(sites, reserved.size());
        assertTrue(reserved.stream().allMatch(request -> request.round() == 0));
        assertEquals(60, result.rounds().size());
        int distance = StructureMetrics.of(
                        Dag.strongest(study.layout().edgeWeights(result.consensus()), 0.3)
                                .dag()
                                .weights(),
                        simulated.truth())
                .shd();
        // an empty network has 10; the baseline with little noise, here seeded, finds most edges
        assertTrue(distance <= 5, "was " + distance);
    }

    @Test
    void constructor_refusesWhatIsNoBound() {
        ReleaseOptions options = ReleaseOptions.within(3, 10, BUDGET);
        assertThrows(IllegalArgumentException.class, () -> new DpClosedFormSolver(options, 0, 0.1, Diagonal.FREE));
        assertThrows(
                IllegalArgumentException.class, () -> new DpClosedFormSolver(options, Double.NaN, 0.1, Diagonal.FREE));
        assertThrows(IllegalArgumentException.class, () -> new DpClosedFormSolver(options, 1, 0, Diagonal.FREE));
        assertThrows(
                IllegalArgumentException.class,
                () -> new DpClosedFormSolver(
                        Centred.at(new ReleaseCentre.PrivateMean(), options), 1, 0.1, Diagonal.FREE));
    }

    @Test
    void optionsOfUsers_areRefused() {
        ReleaseOptions users = ReleaseOptions.within(5, 200, BUDGET).withUsers(100);
        String message = assertThrows(
                        IllegalArgumentException.class, () -> new DpClosedFormSolver(users, 1, 0.1, Diagonal.FREE))
                .getMessage();
        assertTrue(message.startsWith("dp-fed-bnsl protects single records only"), message);
        DpClosedFormSolver.requireRecords(new PrivacyUnit.RecordUnit());
        PrivacyUnit patients = new PrivacyUnit.UserUnit("patient");
        String same = assertThrows(IllegalArgumentException.class, () -> DpClosedFormSolver.requireRecords(patients))
                .getMessage();
        assertEquals(message.replace("individuals:", patients + ":"), same);
    }
}
