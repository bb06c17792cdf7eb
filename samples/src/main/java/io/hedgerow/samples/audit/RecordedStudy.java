package io.hedgerow.samples.audit;

import io.hedgerow.core.data.InMemoryRows;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.FederatedMethod;
import io.hedgerow.core.method.MethodSettings;
import io.hedgerow.core.model.Centring;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.round.CommunicationPolicy;
import io.hedgerow.core.round.InsecurePlainUpload;
import io.hedgerow.core.round.RoundPolicy;
import io.hedgerow.core.round.SiteId;
import io.hedgerow.core.round.SiteSession;
import io.hedgerow.core.round.Study;
import io.hedgerow.core.simulation.InProcessStudy;
import io.hedgerow.core.spi.Aggregator;
import io.hedgerow.core.spi.LocalSolver;
import io.hedgerow.core.spi.UpdateProtector;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.audit.CoordinatorView;
import io.hedgerow.dp.solver.DpProximalGreedySolver;
import io.hedgerow.dp.solver.GramOptions;
import io.hedgerow.dp.solver.GreedyCalibration;
import io.hedgerow.dp.solver.GreedyOptions;
import io.hedgerow.dp.solver.GreedyShares;
import io.hedgerow.dp.solver.GreedySteps;
import io.hedgerow.dp.solver.NoisyGramSolver;
import io.hedgerow.dp.solver.ProtectedUnits;
import io.hedgerow.dp.solver.RowCentre;
import io.hedgerow.dp.solver.Smoothness;
import io.hedgerow.secureagg.federation.SimulatedConsortium;
import io.hedgerow.secureagg.federation.SummedStudy;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One study in this process, with everything a coordinator sees of single uploads kept. Each site's solver may keep the
 * budget; that nothing is charged is right here, because the auditor holds the rows.
 *
 * <p>What stands between sites and coordinator is {@link InsecurePlainUpload}, or secure aggregation. Behind masks what a coordinator has of
 * one site is a masked input, and {@link MaskedUploads} reads it as if it were not masked.
 */
final class RecordedStudy {

    private static final double SMALLEST_DEVIATION = 0.02;
    private static final double LARGEST_DEVIATION = 3000;
    private static final double LEAST_EIGENVALUE = 0.01;

    private final Attacked algorithm;
    private final VariableSchema schema;
    private final int rounds;
    private final PrivacyBudget budget;

    RecordedStudy(Attacked algorithm, VariableSchema schema, int rounds, PrivacyBudget budget) {
        this.algorithm = algorithm;
        this.schema = schema;
        this.rounds = rounds;
        this.budget = budget;
    }

    static SiteId site(int p) {
        return new SiteId("site-" + (p + 1));
    }

    /** Runs on these rows, one matrix per site. */
    CoordinatorView run(List<double[][]> rows) throws InterruptedException {
        FederatedMethod method =
                switch (algorithm) {
                    case FED_BNSL, FED_BNSL_MASKED, DP_FED_BNSL -> FederatedMethod.FED_BNSL;
                    case FED_SPARSE, DP_FED_SPARSE -> FederatedMethod.FED_SPARSE;
                };
        CommunicationPolicy exact = CommunicationPolicy.exact();
        MethodSettings settings = method.paper(schema.size())
                .withRounds(rounds)
                .withCentring(Centring.NONE)
                .withCommunication(algorithm.masked() ? SummedStudy.inSteps(exact) : exact);
        if (method == FederatedMethod.FED_BNSL) {
            settings = settings.withDiagonal(Diagonal.FREE);
        }
        Study study = method.study(
                "audit",
                schema,
                settings,
                0,
                rows.size(),
                new RoundPolicy(rows.size(), Duration.ofHours(1), RoundPolicy.Convergence.never()));
        Protection protection = algorithm.masked() ? masks(study) : plain(study);
        List<SiteSession> sessions = new ArrayList<>();
        for (int p = 0; p < rows.size(); p++) {
            SiteData data = SiteData.of(new DatasetIdentity("site " + (p + 1)), InMemoryRows.of(schema, rows.get(p)));
            sessions.add(new SiteSession(
                    site(p),
                    study,
                    data,
                    InsecureNoPrivacy.gate(request -> {}, data.identity()),
                    solver(method, settings, rows.get(p)),
                    protection.ofSite().apply(site(p))));
        }
        CoordinatorView view = new CoordinatorView(
                protection.atCoordinator(), study.admm().rho2(), study.layout().size());
        new InProcessStudy(study, sessions, view).run(view);
        return view;
    }

    /** Both ends of what stands between sites and coordinator. */
    private record Protection(Function<SiteId, UpdateProtector> ofSite, Aggregator atCoordinator) {}

    private static Protection plain(Study study) {
        return new Protection(site -> new InsecurePlainUpload(study), new InsecurePlainUpload(study));
    }

    private static Protection masks(Study study) {
        SummedStudy sums = SummedStudy.changes(study);
        List<SiteId> sites = new ArrayList<>();
        for (int p = 0; p < study.sites(); p++) {
            sites.add(site(p));
        }
        SimulatedConsortium consortium = new SimulatedConsortium(sites, AggregationPolicy.standard());
        return new Protection(
                site -> consortium.protector(site, sums), new MaskedUploads(sums, consortium.aggregator(sums)));
    }

    private LocalSolver solver(FederatedMethod method, MethodSettings settings, double[][] rows) {
        return switch (algorithm) {
            case FED_BNSL, FED_BNSL_MASKED, FED_SPARSE -> method.newLocalSolver(settings);
            case DP_FED_SPARSE ->
                new DpProximalGreedySolver(new GreedyCalibration(new CertifiedAccountant())
                        .fit(budget, rounds, greedy(rows.length), DpProximalGreedySolver::new));
            case DP_FED_BNSL ->
                new NoisyGramSolver(
                        GramOptions.within(schema.size(), rows.length, budget),
                        rowNorm(),
                        LEAST_EIGENVALUE,
                        Diagonal.FREE);
        };
    }

    /** A public number: rows of d variables of variance 4 have this norm. */
    private double rowNorm() {
        return 2 * Math.sqrt(schema.size());
    }

    private GreedyOptions greedy(int units) {
        int d = schema.size();
        int steps = Math.max(5, d / 4);
        GreedyShares shares = new GreedyShares(0.7, 0.1, 0);
        return new GreedyOptions(
                ProtectedUnits.records(Adjacency.REPLACE_ONE, units),
                new GreedySteps(steps, 1, 1, Diagonal.MASKED),
                shares.step((long) steps * rounds),
                new Smoothness.PrivateMoments(d, SMALLEST_DEVIATION, LARGEST_DEVIATION, Math.sqrt(shares.smoothness())),
                new RowCentre.Origin());
    }
}
