// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.audit;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Learning;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.UpdateForm;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.core.simulation.Protection;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.audit.CanaryPairs;
import io.hedgerow.dp.internal.audit.OneRunAudit;
import io.hedgerow.dp.internal.audit.cases.AuditedUnit;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.PrivateMethods;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.method.UnitsOfSites;
import io.hedgerow.dp.method.settings.PrivateAlgorithm;
import io.hedgerow.dp.method.settings.PrivateDefaults;
import io.hedgerow.dp.method.settings.PrivateSettings;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.simulation.MaskedSites;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One whole study of {@code dp-gram} in this process whose first site's rows are canaries, and the sums that its
 * coordinator gets. Other sites have as many rows of zeros. One site sends plain uploads; three or more send them
 * behind masks and share the noise. Nothing is charged, because the auditor made the rows.
 *
 * <p>Standard deviations are expected from 1 to 1.1, so that noise on scales does not turn the canaries' directions;
 * all edges are forbidden, so that nothing is searched. Neither changes the release or its cost.
 */
public final class CanaryStudy {

    private final CanaryPairs canaries;
    private final String name;
    private final PrivateMethod method;
    private final UploadProtection uploads;
    private final int sites;
    private final PrivacyBudget budget;

    private CanaryStudy(CanaryPairs canaries, AuditedUnit unit, int sites, PrivacyBudget budget) {
        this.canaries = canaries;
        this.name = "dp-gram, " + Words.dashed(unit) + (sites == 1 ? "" : ", " + sites + " sites behind masks");
        this.sites = sites;
        this.budget = budget;
        this.uploads = sites == 1 ? UploadProtection.insecurePlain() : new MaskedSites(AggregationPolicy.standard());
        VariableSchema schema = VariableSchema.numbered(canaries.variables());
        Agreement agreement = Agreement.inProcess("audit", schema, sites, uploads);
        PrivateSettings settings = PrivateDefaults.of(PrivateAlgorithm.DP_GRAM, schema.size(), sites, budget.epsilon())
                .ofMoments(0, 1, 1.1, PrivateSettings.Centre.NONE, false)
                .knowing(noEdge(schema.names()));
        List<SiteUnits> units = Collections.nCopies(sites, unit.of(canaries.count()));
        this.method = PrivateMethods.of(
                agreement, settings, UnitsOfSites.of(budget, agreement.sites(), units), 1, new SharedAccounting());
    }

    /** Agrees on a study of that many sites, 1 or at least 3; refuses units other than rows about no centre. */
    public static CanaryStudy of(int canaries, AuditedUnit unit, int sites, PrivacyBudget budget) {
        if (unit != AuditedUnit.RECORD && unit != AuditedUnit.ZERO_OUT) {
            throw new IllegalArgumentException(
                    "--unit must be record or zero-out for the audit one-run, was " + Words.dashed(unit));
        }
        return new CanaryStudy(new CanaryPairs(canaries, unit == AuditedUnit.ZERO_OUT), unit, sites, budget);
    }

    /** Runs the study once, with coins by the seed. */
    public OneRunResult.Row audit(OneRunAudit audit, long seed) throws InterruptedException {
        boolean[] coins = canaries.coins(seed);
        OneRunAudit.Finding found = audit.run(claimed(), budget.delta(), run(coins), coins);
        return new OneRunResult.Row(name, canaries.variables(), found, found.extrapolatedEpsilon());
    }

    private static KnownEdges noEdge(List<String> names) {
        List<KnownEdges.Arrow> all = new ArrayList<>();
        for (String from : names) {
            names.stream().filter(to -> !to.equals(from)).forEach(to -> all.add(new KnownEdges.Arrow(from, to)));
        }
        return new KnownEdges(List.of(), all, List.of());
    }

    /** The cost of the study for the first site. */
    MechanismEvent claimed() {
        return new MechanismEvent.Sequence(method.solver(Learning.siteIds(sites).get(0))
                .roundPlan(method.study().admm().rounds()));
    }

    /** Runs the study once; returns the scores of its canaries. */
    double[] run(boolean[] coins) throws InterruptedException {
        double[][] rows = canaries.rows(coins);
        double[][] zeros = new double[rows.length][canaries.variables()];
        VariableSchema schema = VariableSchema.numbered(canaries.variables());
        List<SiteData> data = new ArrayList<>();
        for (int p = 0; p < sites; p++) {
            data.add(SiteData.of(
                    new DatasetIdentity("site " + (p + 1)), InMemoryRows.of(schema, p == 0 ? rows : zeros)));
        }
        List<Parameters> sums = new ArrayList<>();
        Learning.of(method, (run, names) -> {
                    Protection protection = uploads.of(run, names);
                    return RecordedStudy.seenBy(new SeenSums(protection.aggregator(), sums), protection);
                })
                .admittedBy((run, asked) -> asked.stream()
                        .map(site -> InsecureNoPrivacy.gate(request -> {}, site.identity()))
                        .toList())
                .learnFrom(data);
        return canaries.scores(sums.get(sums.size() - 1));
    }

    /** Keeps the sum of every round. */
    private record SeenSums(Aggregator aggregator, List<Parameters> sums) implements Aggregator {

        @Override
        public String id() {
            return aggregator.id();
        }

        @Override
        public UpdateForm form() {
            return aggregator.form();
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
            Aggregate sum = aggregator.aggregate(round, updates, dialogue);
            sums.add(sum.sum());
            return sum;
        }
    }
}
