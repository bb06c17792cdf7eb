package io.hedgerow.secureagg.federation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.AdmmSettings;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.CommunicationPolicy;
import io.hedgerow.core.federation.InsecurePlainUpload;
import io.hedgerow.core.protocol.PenaltySchedule;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.RoundPolicy;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.federation.SiteSession;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.federation.StudyEndedException;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.UpdateForm;
import io.hedgerow.core.protocol.ValueEncoding;
import io.hedgerow.core.simulation.InProcessStudy;
import io.hedgerow.core.solver.ClosedFormSolver;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Dialogue;
import io.hedgerow.core.solver.GlobalProblem;
import io.hedgerow.core.solver.GlobalSolution;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.Purpose;
import io.hedgerow.secureagg.policy.Suite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * What a coordinator can compute of one site's second moments S from what it sees. A site solves (S + ρI) B = ρW − β + S exactly, so
 * S = (z − ρW)(I − B)⁻¹ for z = ρB + β. The attack is run on recorded views: single uploads; sums from which a site is dropped; sums that a
 * site is never told to have been in. It succeeds on each, and each is refused where a study has no budget and masks.
 */
class GramRecoveryTest {

    private static final int D = 4;
    private static final int N = 5;
    private static final int ROUNDS = 200;
    private static final double RHO = 1;
    private static final SiteId VICTIM = new SiteId("site-1");
    private static final AggregationPolicy POLICY = AggregationPolicy.standard().with(Suite.CLASSICAL);

    /** Keeps the second moments, weighed as in the loss, to compare with. */
    private static final class Recorded implements LocalSolver {
        private final ClosedFormSolver exact = new ClosedFormSolver(Diagonal.FREE);
        double[][] moments = new double[0][];

        @Override
        public String id() {
            return exact.id();
        }

        @Override
        public MechanismEvent plan(Task task) {
            return exact.plan(task);
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            LocalSolution solution = exact.solve(problem, view);
            double[] second = view.statistics().secondMoment(problem.centring());
            moments = new double[D][D];
            for (int i = 0; i < D; i++) {
                for (int j = 0; j < D; j++) {
                    moments[i][j] = problem.lossWeight() * second[i * D + j];
                }
            }
            return solution;
        }
    }

    /** The mean of the sites, with no variable explaining itself: a consensus that settles within a few rounds. */
    private static final class Mean implements GlobalSolver {
        @Override
        public String id() {
            return "mean";
        }

        @Override
        public GlobalSolution solve(GlobalProblem problem) {
            double[] w = problem.centre().toArray();
            for (int i = 0; i < D; i++) {
                w[i * D + i] = 0;
            }
            return new GlobalSolution(Parameters.copyOf(w), 0, 1);
        }
    }

    /** The coordinator's own notes: sums, over whom, and uploads where they can be read. */
    private static final class View implements Aggregator {
        private final Aggregator aggregator;
        final List<double[]> sums = new ArrayList<>();
        final List<Set<SiteId>> included = new ArrayList<>();
        final List<double[]> victim = new ArrayList<>();
        boolean denies;

        View(Aggregator aggregator) {
            this.aggregator = aggregator;
        }

        @Override
        public String id() {
            return aggregator.id();
        }

        @Override
        public UpdateForm form() {
            return UpdateForm.SUMMED_CHANGE;
        }

        @Override
        public void begun(Task task) {
            aggregator.begun(task);
        }

        @Override
        public void prepare(Task task, Dialogue dialogue) throws InterruptedException {
            aggregator.prepare(task, dialogue);
        }

        @Override
        public void check(int round, ProtectedUpdate update) {
            aggregator.check(round, update);
        }

        @Override
        public Aggregate aggregate(int round, List<ProtectedUpdate> updates, Dialogue dialogue)
                throws InterruptedException {
            if (aggregator instanceof InsecurePlainUpload) {
                for (ProtectedUpdate update : updates) {
                    if (update.site().equals(VICTIM)) {
                        victim.add(aggregator
                                .aggregate(round, List.of(update), dialogue)
                                .sum()
                                .toArray());
                    }
                }
            }
            Aggregate sum = aggregator.aggregate(round, updates, dialogue);
            sums.add(sum.sum().toArray());
            included.add(new TreeSet<>(sum.included()));
            Set<SiteId> told = new TreeSet<>(sum.included());
            if (denies) {
                told.remove(VICTIM);
            }
            return new Aggregate(round, told, sum.sum());
        }
    }

    private static Study study(CommunicationPolicy communication, int quorum) {
        return new Study(
                "study",
                VariableSchema.numbered(D),
                ParameterLayout.linear(D),
                new AdmmSettings(ROUNDS, 0, 0, PenaltySchedule.constant(1), PenaltySchedule.constant(RHO)),
                LossScaling.PER_SITE,
                0,
                N,
                Centring.NONE,
                communication,
                new RoundPolicy(quorum, Duration.ofSeconds(30), RoundPolicy.Convergence.never()));
    }

    private interface Ends {
        UpdateProtector of(SiteId site);
    }

    private static List<Recorded> run(
            Study study,
            Study coordinators,
            Ends ends,
            View view,
            GlobalSolver global,
            UnaryOperator<CoordinatorChannel> line)
            throws InterruptedException {
        List<SiteData> data = Sites.simulated(N, D, 60);
        List<Recorded> solvers = new ArrayList<>();
        List<SiteSession> sessions = new ArrayList<>();
        for (int p = 0; p < N; p++) {
            Recorded solver = new Recorded();
            solvers.add(solver);
            SiteId site = new SiteId("site-" + (p + 1));
            sessions.add(new SiteSession(
                    site,
                    study,
                    data.get(p),
                    InsecureNoPrivacy.gate(
                            new InMemoryLedgerForSimulation(), data.get(p).identity()),
                    solver,
                    ends.of(site)));
        }
        new InProcessStudy(coordinators, sessions, view, global)
                .over(line)
                .run((report, consensus) -> {}, Runnable::run);
        return solvers;
    }

    @Test
    void onePlainUpload_givesTheSecondMoments() throws InterruptedException {
        Study study = study(CommunicationPolicy.exact(), N);
        InsecurePlainUpload plain = new InsecurePlainUpload(study);
        View view = new View(plain);
        Recorded victim =
                run(study, study, site -> plain, view, new Mean(), line -> line).get(0);
        // in the first round W = 0 and β = 0, so the change is B and z = ρB
        double[] b = view.victim.get(0);
        double[] z = b.clone();
        for (int k = 0; k < z.length; k++) {
            z[k] *= RHO;
        }
        double error = GramAttack.error(GramAttack.secondMoments(z, new double[D * D], b, RHO), victim.moments);
        assertTrue(error <= 1e-6, "the attack on an upload must succeed: " + error);
    }

    /** A malicious coordinator: the same W after every round. The sites that are in the sums converge to it. */
    private static final class Constant implements GlobalSolver {
        @Override
        public String id() {
            return "constant";
        }

        static double[] consensus() {
            double[] w = new double[D * D];
            for (int i = 0; i + 1 < D; i++) {
                w[(i + 1) * D + i] = 0.5;
            }
            return w;
        }

        @Override
        public GlobalSolution solve(GlobalProblem problem) {
            return new GlobalSolution(Parameters.copyOf(consensus()), 0, 1);
        }
    }

    /** total − (n − 1)·W is the dropped site's last B; that of round 0, where W = 0 and β = 0, gives S = ρB (I − B)⁻¹. */
    private static double fromTotal(View view, List<Recorded> sites) {
        double[] b = new double[D * D];
        for (double[] sum : view.sums) {
            b = GramAttack.plus(b, sum, 1);
        }
        b = GramAttack.plus(b, Constant.consensus(), -(N - 1));
        return GramAttack.error(
                GramAttack.secondMoments(GramAttack.times(b, RHO), new double[D * D], b, RHO), sites.get(0).moments);
    }

    /** A site that is never told that it was in a sum sends all of B each time, and its β stays 0. */
    private static double fromLastSum(View view, List<Recorded> sites) {
        double[] b = view.sums.get(view.sums.size() - 1);
        double[][] found = GramAttack.secondMoments(GramAttack.times(b, RHO), Constant.consensus(), b, RHO);
        return GramAttack.error(found, sites.get(0).moments);
    }

    private static List<SiteId> names() {
        List<SiteId> names = new ArrayList<>();
        for (int p = 0; p < N; p++) {
            names.add(new SiteId("site-" + (p + 1)));
        }
        return names;
    }

    private static final CommunicationPolicy STEPS = new CommunicationPolicy(ValueEncoding.FIXED, 0x1p-30, 0, 0);

    /** Rounds in which sums alone are read, over uploads without masks: the attack is right. */
    @Test
    void aSiteThatIsDroppedFromExactRounds_isFoundFromSumsAlone() throws InterruptedException {
        Study study = study(STEPS, POLICY.threshold(N));
        InsecurePlainUpload plain = new InsecurePlainUpload(study);
        View view = new View(plain);
        List<Recorded> sites =
                run(study, study, site -> plain, view, new Constant(), line -> WithoutSite.reading(line, VICTIM));
        double error = fromTotal(view, sites);
        assertEquals(ROUNDS, view.sums.size());
        // 200 rounds of convergence to W, and steps of 2^-30; masks changed nothing about it: 1.3e-9 with secure sums
        assertTrue(error < 1e-6, "the attack on sums of a changing cohort must succeed without a fixed one: " + error);
    }

    /** The same with a coordinator that names all sites but one in every task. */
    @Test
    void aSiteThatIsNeverAcknowledged_isFoundFromSumsAlone() throws InterruptedException {
        Study study = study(STEPS, POLICY.threshold(N));
        InsecurePlainUpload plain = new InsecurePlainUpload(study);
        View view = new View(plain);
        view.denies = true;
        List<Recorded> sites = run(study, study, site -> plain, view, new Constant(), line -> line);
        double error = fromLastSum(view, sites);
        // 4e-4 was measured: steps of 2^-30 in B, which grows with the rounds as β does
        assertTrue(error < 1e-2, "the attack on what is sent again must succeed without a fixed cohort: " + error);
    }

    /** A coordinator with other software: it opens slots over whom it likes, under the words that the sites agreed on. */
    @Test
    void behindMasks_noSumWithoutTheDroppedSiteIsOpened() throws InterruptedException {
        Study agreed = study(STEPS, N);
        Study lying = study(STEPS, POLICY.threshold(N));
        SummedStudy sums = SummedStudy.changes(agreed);
        SummedStudy fewer = new SummedStudy(
                lying, Purpose.CHANGE, sums.layout().blocks().get(0).plan(), "");
        SimulatedConsortium consortium = new SimulatedConsortium(names(), POLICY);
        View view = new View(consortium.aggregator(fewer));
        StudyEndedException ended = assertThrows(
                StudyEndedException.class,
                () -> run(
                        agreed,
                        lying,
                        site -> consortium.protector(site, sums),
                        view,
                        new Constant(),
                        line -> WithoutSite.asking(line, VICTIM)));
        assertEquals(StudyState.QUORUM_NOT_MET, ended.state());
        assertEquals(
                List.of(Set.copyOf(names())),
                view.included.stream().map(Set::copyOf).toList());
    }

    @Test
    void behindMasks_aTaskThatDeniesASitesPartInTheSum_isRefused() throws InterruptedException {
        Study agreed = study(STEPS, N);
        Study lying = study(STEPS, POLICY.threshold(N));
        SummedStudy sums = SummedStudy.changes(agreed);
        SimulatedConsortium consortium = new SimulatedConsortium(names(), POLICY);
        View view = new View(consortium.aggregator(sums));
        view.denies = true;
        assertThrows(
                StudyEndedException.class,
                () -> run(agreed, lying, site -> consortium.protector(site, sums), view, new Constant(), line -> line));
        assertEquals(1, view.sums.size());
    }

    @Test
    void aSmallerQuorum_isRefusedAtBothEnds_whereNoNoiseOfItsOwnHidesASite() {
        Study fewer = study(STEPS, POLICY.threshold(N));
        String message = assertThrows(IllegalArgumentException.class, () -> SummedStudy.changes(fewer))
                .getMessage();
        assertTrue(message.contains("quorum must be all 5 sites"), message);
        // as if the study had noise of each site's own, which this solver has not: refused before anything is opened
        SummedStudy noisy = SummedStudy.withOwnNoise(fewer);
        SimulatedConsortium consortium = new SimulatedConsortium(names(), POLICY);
        View view = new View(consortium.aggregator(noisy));
        assertThrows(
                PolicyRefusedException.class,
                () -> run(fewer, fewer, site -> consortium.protector(site, noisy), view, new Constant(), line -> line));
        assertEquals(0, view.sums.size());
    }
}
