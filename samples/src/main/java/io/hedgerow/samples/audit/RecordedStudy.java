package io.hedgerow.samples.audit;

import io.hedgerow.core.acyclicity.TraceExponential;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.InMemoryRows;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.InsecurePlainUpload;
import io.hedgerow.core.federation.SiteSession;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.method.FederatedMethod;
import io.hedgerow.core.method.MethodSettings;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.protocol.CommunicationPolicy;
import io.hedgerow.core.protocol.RoundPolicy;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.simulation.InProcessStudy;
import io.hedgerow.core.solver.AugmentedLagrangianSolver;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.audit.CoordinatorView;
import io.hedgerow.dp.method.PrivateAlgorithm;
import io.hedgerow.dp.method.PrivateDefaults;
import io.hedgerow.dp.method.PrivateRounds;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.method.SiteUnits;
import io.hedgerow.secureagg.federation.SimulatedConsortium;
import io.hedgerow.secureagg.federation.SummedStudy;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * One study in this process, with everything a coordinator sees of single uploads kept. Each site's solver may keep the
 * budget; that nothing is charged is right here, because the auditor holds the rows.
 *
 * <p>What stands between sites and coordinator is {@link InsecurePlainUpload}, or secure aggregation. Behind masks what
 * a coordinator has of one site is a masked input, and {@link MaskedUploads} reads it as if it were not masked.
 */
final class RecordedStudy {

    private final Attacked algorithm;
    private final VariableSchema schema;
    private final int rounds;
    private final PrivacyBudget budget;
    private final SharedAccounting accounting = new SharedAccounting();

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
        RoundPolicy policy = new RoundPolicy(rows.size(), Duration.ofHours(1), RoundPolicy.Convergence.never());
        return algorithm.noisy() ? noisy(rows, policy) : plain(rows, policy);
    }

    /** As {@code learn} and studies run it. */
    private CoordinatorView noisy(List<double[][]> rows, RoundPolicy policy) throws InterruptedException {
        PrivateAlgorithm named =
                algorithm == Attacked.DP_FED_BNSL ? PrivateAlgorithm.DP_FED_BNSL : PrivateAlgorithm.DP_FED_SPARSE;
        PrivateRounds method = PrivateRounds.of(PrivateDefaults.of(named, schema.size(), rows.size(), budget.epsilon())
                .withSteps(rounds, null));
        Study study = method.study("audit", schema, rows.size(), policy, false);
        return run(study, rows, method.coordinator(study), p -> {
            SiteUnits units = new SiteUnits(rows.get(p).length, false, Adjacency.REPLACE_ONE);
            return method.solver(study, units, budget, accounting);
        });
    }

    /** With the recommended settings, but uncentred and with a free diagonal, as the attack's formula has it. */
    private CoordinatorView plain(List<double[][]> rows, RoundPolicy policy) throws InterruptedException {
        FederatedMethod method =
                algorithm == Attacked.FED_SPARSE ? FederatedMethod.FED_SPARSE : FederatedMethod.FED_BNSL;
        CommunicationPolicy exact = CommunicationPolicy.exact();
        MethodSettings recommended = method.recommended(schema.size(), rows.size())
                .withRounds(rounds)
                .withCentring(Centring.NONE)
                .withCommunication(algorithm.masked() ? exact.inSteps() : exact);
        MethodSettings settings =
                method == FederatedMethod.FED_BNSL ? recommended.withDiagonal(Diagonal.FREE) : recommended;
        Study study = method.study("audit", schema, settings, 0, rows.size(), policy);
        GlobalSolver coordinator = new AugmentedLagrangianSolver(new TraceExponential());
        return run(study, rows, coordinator, p -> method.newLocalSolver(settings));
    }

    private CoordinatorView run(
            Study study, List<double[][]> rows, GlobalSolver coordinator, IntFunction<LocalSolver> solver)
            throws InterruptedException {
        Protection protection = algorithm.masked() ? masks(study) : plain(study);
        List<SiteSession> sessions = new ArrayList<>();
        for (int p = 0; p < rows.size(); p++) {
            SiteData data = SiteData.of(new DatasetIdentity("site " + (p + 1)), InMemoryRows.of(schema, rows.get(p)));
            sessions.add(new SiteSession(
                    site(p),
                    study,
                    data,
                    InsecureNoPrivacy.gate(request -> {}, data.identity()),
                    solver.apply(p),
                    protection.ofSite().apply(site(p))));
        }
        CoordinatorView view = new CoordinatorView(
                protection.atCoordinator(), study.admm().rho2(), study.layout().size());
        new InProcessStudy(study, sessions, view, coordinator).run(view);
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
}
