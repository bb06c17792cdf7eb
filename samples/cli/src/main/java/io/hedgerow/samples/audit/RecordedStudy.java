// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.audit;

import io.hedgerow.core.Learning;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.model.AcyclicityForm;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.audit.CoordinatorView;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.PrivateMethods;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.method.UnitsOfSites;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.solver.PlannedSolver;
import io.hedgerow.samples.audit.ReconstructionAudit.AttackTarget;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.simulation.MaskedSites;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs one study in this process and records every upload that the coordinator sees. Each site's solver may keep the
 * budget; that nothing is charged is right here, because the auditor holds the rows.
 *
 * <p>Uploads are {@link InsecurePlainUpload}, or go through secure aggregation. With masks the coordinator has a masked
 * input of each site, which is read as if it were not masked.
 */
final class RecordedStudy {

    private final AttackTarget algorithm;
    private final VariableSchema schema;
    private final int rounds;
    private final PrivacyBudget budget;
    private final SharedAccounting accounting = new SharedAccounting();

    RecordedStudy(AttackTarget algorithm, VariableSchema schema, int rounds, PrivacyBudget budget) {
        this.algorithm = algorithm;
        this.schema = schema;
        this.rounds = rounds;
        this.budget = budget;
    }

    static SiteId site(int p) {
        return SiteId.numbered(p + 1).get(p);
    }

    CoordinatorView run(List<double[][]> rows) throws InterruptedException {
        MaskedSites masks = new MaskedSites(AggregationPolicy.standard());
        UploadProtection uploads = algorithm.masked() ? masks : UploadProtection.insecurePlain();
        Agreement agreement = Agreement.inProcess("audit", schema, rows.size(), uploads);
        Method method = algorithm
                .noisy()
                .<Method>map(named -> noisy(named, agreement, rows))
                .orElseGet(() -> plain(agreement));
        Study study = method.study();
        UploadProtection.Ends protection = uploads.of(method, agreement.sites());
        CoordinatorView view = new CoordinatorView(
                algorithm.masked()
                        ? MaskedSites.readingUploads(method, protection.aggregator())
                        : protection.aggregator(),
                study.consensus().admm().rho2(),
                study.layout().size());
        List<SiteData> sites = new ArrayList<>();
        for (int p = 0; p < rows.size(); p++) {
            sites.add(SiteData.of(new DatasetIdentity("site " + (p + 1)), InMemoryRows.of(schema, rows.get(p))));
        }
        Learning.of(method, (run, names) -> seenBy(view, protection))
                .admittedBy((run, data) -> data.stream()
                        .map(site -> InsecureNoPrivacy.gate(request -> {}, site.identity()))
                        .toList())
                .observedBy(view)
                .learnFrom(sites);
        return view;
    }

    /** The cost of the study for the first site of several with these rows; of a private algorithm. */
    MechanismEvent claimed(List<double[][]> rows) {
        Agreement agreement = Agreement.inProcess("audit", schema, rows.size(), UploadProtection.insecurePlain());
        PlannedSolver solver =
                noisy(algorithm.noisy().orElseThrow(), agreement, rows).solver(site(0));
        return new MechanismEvent.Sequence(solver.roundPlan(rounds));
    }

    /** As {@code learn} and studies run it. */
    private PrivateMethod noisy(String named, Agreement agreement, List<double[][]> rows) {
        List<SiteUnits> units = rows.stream()
                .map(own -> new SiteUnits(own.length, false, Adjacency.REPLACE_ONE))
                .toList();
        return PrivateMethods.of(
                        Method.named(named).withRounds(rounds),
                        agreement,
                        UnitsOfSites.of(budget, agreement.sites(), units))
                .sharing(accounting);
    }

    /** The method without noise: exact uploads about the rows as they are, the best case for an attacker. */
    private Method plain(Agreement agreement) {
        FederatedMethod method = algorithm.rounds();
        return Method.named(method.id())
                .withRounds(rounds)
                .with("no-centring", "true")
                // with no smallest weight every change is sent, as it is
                .with("threshold", "0")
                .with("acyclicity", Words.dashed(AcyclicityForm.TRACE_EXPONENTIAL))
                .with(
                        "diagonal",
                        Words.dashed(method.paper(schema.size()).loss().diagonal()))
                .inOneProcess(agreement, MethodCatalogue.ofModules());
    }

    /** The same protection with an aggregator that keeps what it sees. */
    static UploadProtection.Ends seenBy(Aggregator view, UploadProtection.Ends protection) {
        return new UploadProtection.Ends() {
            @Override
            public UpdateProtector protector(SiteId site) {
                return protection.protector(site);
            }

            @Override
            public Aggregator aggregator() {
                return view;
            }
        };
    }
}
