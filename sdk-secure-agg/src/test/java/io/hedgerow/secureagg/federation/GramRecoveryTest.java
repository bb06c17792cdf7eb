package io.hedgerow.secureagg.federation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.model.Centring;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.round.AdmmSettings;
import io.hedgerow.core.round.Aggregate;
import io.hedgerow.core.round.CommunicationPolicy;
import io.hedgerow.core.round.InsecurePlainUpload;
import io.hedgerow.core.round.PenaltySchedule;
import io.hedgerow.core.round.ProtectedUpdate;
import io.hedgerow.core.round.RoundPolicy;
import io.hedgerow.core.round.SiteId;
import io.hedgerow.core.round.SiteSession;
import io.hedgerow.core.round.Study;
import io.hedgerow.core.round.Task;
import io.hedgerow.core.round.ValueEncoding;
import io.hedgerow.core.simulation.InProcessStudy;
import io.hedgerow.core.solver.ClosedFormSolver;
import io.hedgerow.core.spi.Aggregator;
import io.hedgerow.core.spi.CoordinatorChannel;
import io.hedgerow.core.spi.Dialogue;
import io.hedgerow.core.spi.GlobalProblem;
import io.hedgerow.core.spi.GlobalSolution;
import io.hedgerow.core.spi.GlobalSolver;
import io.hedgerow.core.spi.LocalProblem;
import io.hedgerow.core.spi.LocalSolution;
import io.hedgerow.core.spi.LocalSolver;
import io.hedgerow.core.spi.UpdateProtector;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.Suite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * What a coordinator can compute of one site's second moments S from what it sees. A site solves (S + ρI) B = ρW − β + S exactly, so
 * S = (z − ρW)(I − B)⁻¹ for z = ρB + β. The attack is run on recorded views: single uploads; sums over cohorts that change; and the
 * totals of masked changes, over a network that loses sites.
 */
class GramRecoveryTest {

    private static final int D = 4;
    private static final int N = 5;
    private static final int ROUNDS = 60;
    private static final double RHO = 1;
    private static final SiteId VICTIM = new SiteId("site-1");
    private static final AggregationPolicy POLICY = AggregationPolicy.standard().with(Suite.CLASSICAL);

    /** Everything of a site in each round: W, β and B; what it uploads follows from them. */
    private static final class Recorded implements LocalSolver {
        private final ClosedFormSolver exact = new ClosedFormSolver(Diagonal.FREE);
        final Map<Integer, double[]> consensus = new HashMap<>();
        final Map<Integer, double[]> dual = new HashMap<>();
        final Map<Integer, Parameters> solutions = new HashMap<>();
        private int round;
        double[][] moments = new double[0][];

        @Override
        public String id() {
            return exact.id();
        }

        @Override
        public MechanismEvent plan(Task task) {
            round = task.round();
            return exact.plan(task);
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            LocalSolution solution = exact.solve(problem, view);
            // copies: the problem follows the session
            consensus.put(round, problem.consensus().toArray());
            dual.put(round, problem.dual().toArray());
            solutions.put(round, solution.parameters());
            double[] second = view.statistics().secondMoment(problem.centring());
            moments = new double[D][D];
            for (int i = 0; i < D; i++) {
                for (int j = 0; j < D; j++) {
                    moments[i][j] = problem.lossWeight() * second[i * D + j];
                }
            }
            return solution;
        }

        double[] upload(int of) {
            double[] z = dual.get(of).clone();
            for (int k = 0; k < z.length; k++) {
                z[k] += RHO * solutions.get(of).get(k);
            }
            return z;
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

        View(Aggregator aggregator) {
            this.aggregator = aggregator;
        }

        @Override
        public String id() {
            return aggregator.id();
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
            return sum;
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

    private static List<Recorded> run(Study study, Ends ends, View view, UnaryOperator<CoordinatorChannel> line)
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
        new InProcessStudy(study, sessions, view, new Mean()).over(line).run((report, consensus) -> {}, Runnable::run);
        return solvers;
    }

    @Test
    void onePlainUpload_givesTheSecondMoments() throws InterruptedException {
        Study study = study(CommunicationPolicy.exact(), N);
        InsecurePlainUpload plain = new InsecurePlainUpload(study);
        View view = new View(plain);
        Recorded victim = run(study, site -> plain, view, line -> line).get(0);
        // in the first round W = 0 and β = 0, so the change is B and z = ρB
        double[] b = view.victim.get(0);
        double[] z = b.clone();
        for (int k = 0; k < z.length; k++) {
            z[k] *= RHO;
        }
        double error = error(attack(z, new double[D * D], b), victim.moments);
        assertTrue(error <= 1e-6, "the attack on an upload must succeed: " + error);
    }

    @Test
    void aSiteMissingOnce_isFoundFromSumsOfValues_andNotFromTotalsOfMaskedChanges() throws InterruptedException {
        Study study = study(new CommunicationPolicy(ValueEncoding.FIXED, 0x1p-30, 0, 0), POLICY.threshold(N));
        SummedStudy sums = SummedStudy.changes(study);
        List<SiteId> names = new ArrayList<>();
        for (int p = 0; p < N; p++) {
            names.add(new SiteId("site-" + (p + 1)));
        }
        SimulatedConsortium consortium = new SimulatedConsortium(names, POLICY);
        View view = new View(consortium.aggregator(sums));
        List<Recorded> sites = run(
                study,
                site -> consortium.protector(site, sums),
                view,
                line -> new LossyNetwork(line, sums, 0.1, new Random(4)::nextDouble));
        Set<SiteId> all = new TreeSet<>(names);
        Set<SiteId> others = new TreeSet<>(all);
        others.remove(VICTIM);
        int attacked = 0;
        double[] total = new double[D * D];
        for (int round = 0; round < ROUNDS; round++) {
            double[] before = total;
            total = plus(before, view.sums.get(round), 1);
            // by then the others hardly move from one round to the next
            boolean late = round >= ROUNDS / 2;
            if (late
                    && view.included.get(round).equals(others)
                    && view.included.get(round - 1).equals(all)) {
                attacked++;
                double[][] truth = sites.get(0).moments;
                double[] w = sites.get(1).consensus.get(round);
                // had values been summed: all sites, then all but one
                double[] difference = new double[D * D];
                for (int p = 0; p < N; p++) {
                    difference = plus(difference, sites.get(p).upload(round - 1), 1);
                    difference =
                            p == 0 ? difference : plus(difference, sites.get(p).upload(round), -1);
                }
                double fromValues = error(attack(difference, w, w), truth);
                assertTrue(fromValues < 0.05, "the attack on sums of values must succeed: " + fromValues);
                // what the coordinator has instead, read in every way that could be of use
                for (double[] seen : List.of(
                        plus(before, total, -1), view.sums.get(round), view.sums.get(round - 1), total, before)) {
                    double fromChanges = error(attack(times(seen, RHO), w, w), truth);
                    assertTrue(fromChanges > 0.5, "the attack on masked changes must fail: " + fromChanges);
                }
            }
        }
        assertTrue(attacked > 0, "the victim must be missing at least once");
        assertEquals(ROUNDS, view.sums.size());
    }

    @Test
    void theSumOfTheDuals_followsFromTheTotals_whateverSitesAreLost() throws InterruptedException {
        Study study = study(new CommunicationPolicy(ValueEncoding.FIXED, 0x1p-30, 0, 0), POLICY.threshold(N));
        SummedStudy sums = SummedStudy.changes(study);
        List<SiteId> names = new ArrayList<>();
        for (int p = 0; p < N; p++) {
            names.add(new SiteId("site-" + (p + 1)));
        }
        SimulatedConsortium consortium = new SimulatedConsortium(names, POLICY);
        View view = new View(consortium.aggregator(sums));
        List<Recorded> sites = run(
                study,
                site -> consortium.protector(site, sums),
                view,
                line -> new LossyNetwork(line, sums, 0.25, new Random(8)::nextDouble));
        double[] total = new double[D * D];
        double[] sumOfDuals = new double[D * D];
        int compared = 0;
        int lost = 0;
        for (int round = 0; round < view.sums.size(); round++) {
            int now = round;
            double[] w = sites.stream()
                    .filter(site -> site.consensus.containsKey(now))
                    .findFirst()
                    .orElseThrow()
                    .consensus
                    .get(round);
            if (round > 0) {
                sumOfDuals = plus(sumOfDuals, plus(total, w, -N), RHO);
            }
            if (sites.stream().allMatch(site -> site.dual.containsKey(now))) {
                double[] direct = new double[D * D];
                for (Recorded site : sites) {
                    direct = plus(direct, site.dual.get(round), 1);
                }
                // numbers of order 1, added up over at most 60 rounds
                assertArrayEquals(direct, sumOfDuals, 1e-12);
                compared++;
            }
            lost += N - view.included.get(round).size();
            total = plus(total, view.sums.get(round), 1);
        }
        assertTrue(compared > 5 && lost > 5, compared + " rounds compared, " + lost + " contributions lost");
    }

    private static double[] plus(double[] a, double[] b, double factor) {
        double[] sum = a.clone();
        for (int k = 0; k < sum.length; k++) {
            sum[k] += factor * b[k];
        }
        return sum;
    }

    private static double[] times(double[] a, double factor) {
        return plus(new double[a.length], a, factor);
    }

    /** (z − ρW)(I − B)⁻¹, matrices flat by columns. */
    private static double[][] attack(double[] z, double[] w, double[] b) {
        // X (I − B) = Y, transposed to (I − B)ᵀ Xᵀ = Yᵀ and eliminated with pivots
        double[][] rows = new double[D][2 * D];
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < D; j++) {
                rows[i][j] = (i == j ? 1 : 0) - b[i * D + j];
                rows[i][D + j] = z[i * D + j] - RHO * w[i * D + j];
            }
        }
        for (int k = 0; k < D; k++) {
            int best = k;
            for (int i = k; i < D; i++) {
                best = Math.abs(rows[i][k]) > Math.abs(rows[best][k]) ? i : best;
            }
            double[] swap = rows[k];
            rows[k] = rows[best];
            rows[best] = swap;
            for (int i = 0; i < D; i++) {
                double factor = i == k ? 0 : rows[i][k] / rows[k][k];
                for (int j = 0; j < 2 * D; j++) {
                    rows[i][j] -= factor * rows[k][j];
                }
            }
        }
        double[][] found = new double[D][D];
        for (int k = 0; k < D; k++) {
            for (int j = 0; j < D; j++) {
                found[j][k] = rows[k][D + j] / rows[k][k];
            }
        }
        return found;
    }

    private static double error(double[][] found, double[][] truth) {
        double error = 0;
        double norm = 0;
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < D; j++) {
                error += Math.pow((found[i][j] + found[j][i]) / 2 - truth[i][j], 2);
                norm += Math.pow(truth[i][j], 2);
            }
        }
        return Math.sqrt(error / norm);
    }
}
