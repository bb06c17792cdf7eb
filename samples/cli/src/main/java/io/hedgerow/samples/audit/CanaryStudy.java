// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.audit;

import io.hedgerow.core.Learning;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.internal.federation.coordinator.ForwardingAggregator;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.audit.CanaryPairs;
import io.hedgerow.dp.internal.audit.CoordinatorView;
import io.hedgerow.dp.internal.audit.CovarianceReconstruction;
import io.hedgerow.dp.internal.audit.OneRunAudit;
import io.hedgerow.dp.internal.audit.cases.AuditedUnit;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.PrivateMethods;
import io.hedgerow.dp.method.UnitsOfSites;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.samples.audit.ReconstructionAudit.AttackTarget;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.simulation.MaskedSites;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Runs a study in this process with canary rows at its first site, and records what the coordinator sees. Nothing is
 * charged, because the auditor made the rows.
 */
public final class CanaryStudy {

    public static final List<AuditedMechanism> MECHANISMS =
            List.of(AuditedMechanism.DP_GRAM, AuditedMechanism.DP_FED_BNSL);

    /** Rows along each axis beside the canaries, so that noise does not make a matrix that has to be repaired. */
    private static final int AXES = 40;

    private final String name;
    private final CanaryPairs canaries;
    private final PrivacyBudget budget;
    private final Run run;

    private interface Run {
        MechanismEvent claimed();

        double[] scores(boolean[] coins) throws InterruptedException;
    }

    private CanaryStudy(String name, CanaryPairs canaries, PrivacyBudget budget, Run run) {
        this.name = name;
        this.canaries = canaries;
        this.budget = budget;
        this.run = run;
    }

    /**
     * Studies of the named of {@link #MECHANISMS}, or of all that fit: the release at each unit, record and zero-out
     * where none is named; the rounds for records, and with plain uploads only.
     */
    public static List<CanaryStudy> of(
            List<AuditedMechanism> named, List<AuditedUnit> units, int canaries, int sites, PrivacyBudget budget) {
        List<AuditedUnit> protects = units.isEmpty() ? List.of(AuditedUnit.RECORD, AuditedUnit.ZERO_OUT) : units;
        List<CanaryStudy> studies = new ArrayList<>();
        for (AuditedMechanism mechanism : named.isEmpty() ? MECHANISMS : named) {
            if (mechanism == AuditedMechanism.DP_GRAM) {
                protects.forEach(unit -> studies.add(ofDpGram(canaries, unit, sites, budget)));
            } else if (protects.contains(AuditedUnit.RECORD) && sites == 1) {
                studies.add(ofDpFedBnsl(canaries, budget));
            } else if (!named.isEmpty()) {
                throw new IllegalArgumentException("--mechanism " + Words.dashed(AuditedMechanism.DP_FED_BNSL)
                        + " is audited for --unit record and --sites 1,"
                        + " were " + protects.stream().map(Words::dashed).collect(Collectors.joining(", ")) + " and "
                        + sites);
            }
        }
        return studies;
    }

    /**
     * A study of {@code dp-gram}, whose coordinator gets sums. Other sites have as many rows of zeros. One site sends
     * plain uploads; three or more send them behind masks and share the noise. Units are rows about no centre.
     */
    public static CanaryStudy ofDpGram(int canaries, AuditedUnit unit, int sites, PrivacyBudget budget) {
        if (unit != AuditedUnit.RECORD && unit != AuditedUnit.ZERO_OUT) {
            throw new IllegalArgumentException(
                    "--unit must be record or zero-out for the audit one-run, was " + Words.dashed(unit));
        }
        CanaryPairs pairs = new CanaryPairs(canaries, unit == AuditedUnit.ZERO_OUT);
        String name = Words.dashed(AuditedMechanism.DP_GRAM) + ", " + Words.dashed(unit)
                + (sites == 1 ? "" : ", " + sites + " sites behind masks");
        return new CanaryStudy(name, pairs, budget, new Sums(pairs, unit, sites, budget));
    }

    /**
     * A study of {@code dp-fed-bnsl} of one site with plain uploads, whose coordinator computes the noisy matrix from
     * the first of them ({@link CovarianceReconstruction}); rows are replaced.
     */
    public static CanaryStudy ofDpFedBnsl(int canaries, PrivacyBudget budget) {
        CanaryPairs pairs = new CanaryPairs(canaries, false);
        return new CanaryStudy(
                Words.dashed(AuditedMechanism.DP_FED_BNSL) + ", record", pairs, budget, new Uploads(pairs, budget));
    }

    public record Audited(String name, int variables, OneRunAudit.Finding found) {}

    /** Runs the study once, with coins by the seed. */
    public Audited audit(OneRunAudit audit, long seed) throws InterruptedException {
        boolean[] coins = canaries.coins(seed);
        OneRunAudit.Finding found = audit.run(claimed(), budget.delta(), run(coins), coins);
        return new Audited(name, canaries.variables(), found);
    }

    /** The cost of the study for the first site. */
    MechanismEvent claimed() {
        return run.claimed();
    }

    /** Runs the study once; returns the scores of its canaries. */
    double[] run(boolean[] coins) throws InterruptedException {
        return run.scores(coins);
    }

    private record Uploads(CanaryPairs canaries, PrivacyBudget budget) implements Run {

        private RecordedStudy study() {
            VariableSchema schema = VariableSchema.numbered(canaries.variables());
            return new RecordedStudy(AttackTarget.DP_FED_BNSL, schema, 1, budget);
        }

        private List<double[][]> rows(boolean[] coins) {
            return List.<double[][]>of(canaries.rowsAndAxes(coins, AXES));
        }

        @Override
        public MechanismEvent claimed() {
            return study().claimed(rows(new boolean[canaries.count()]));
        }

        @Override
        public double[] scores(boolean[] coins) throws InterruptedException {
            CoordinatorView.Upload first =
                    study().run(rows(coins)).uploads(RecordedStudy.site(0)).get(0);
            return canaries.scores(CovarianceReconstruction.attack(canaries.variables(), first));
        }
    }

    /**
     * Standard deviations are expected from 1 to 1.1, so that noise on scales does not turn the canaries' directions;
     * all edges are forbidden, so that nothing is searched. Neither changes the release or its cost.
     */
    private static final class Sums implements Run {

        private final CanaryPairs canaries;
        private final PrivateMethod method;
        private final UploadProtection uploads;
        private final int sites;

        Sums(CanaryPairs canaries, AuditedUnit unit, int sites, PrivacyBudget budget) {
            this.canaries = canaries;
            this.sites = sites;
            this.uploads =
                    sites == 1 ? UploadProtection.insecurePlain() : new MaskedSites(AggregationPolicy.standard());
            VariableSchema schema = VariableSchema.numbered(canaries.variables());
            Agreement agreement = Agreement.inProcess("audit", schema, sites, uploads);
            NamedMethod named = Method.named(Words.dashed(AuditedMechanism.DP_GRAM))
                    .with("smallest-deviation", "1")
                    .with("largest-deviation", "1.1")
                    .with("forbidden", everyEdge(schema.names()));
            List<SiteUnits> units = Collections.nCopies(sites, unit.of(canaries.count()));
            this.method = PrivateMethods.of(named, agreement, UnitsOfSites.of(budget, agreement.sites(), units));
        }

        private static String everyEdge(List<String> names) {
            return names.stream()
                    .flatMap(from -> names.stream()
                            .filter(to -> !to.equals(from))
                            .map(to -> new KnownEdges.Arrow(from, to).toString()))
                    .collect(Collectors.joining(", "));
        }

        @Override
        public MechanismEvent claimed() {
            return new MechanismEvent.Sequence(method.solver(RecordedStudy.site(0))
                    .roundPlan(method.study().rounds()));
        }

        @Override
        public double[] scores(boolean[] coins) throws InterruptedException {
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
                        UploadProtection.Ends protection = uploads.of(run, names);
                        return RecordedStudy.seenBy(keeping(sums, protection.aggregator()), protection);
                    })
                    .admittedBy((run, asked) -> asked.stream()
                            .map(site -> InsecureNoPrivacy.gate(request -> {}, site.identity()))
                            .toList())
                    .learnFrom(data);
            return canaries.scores(sums.get(sums.size() - 1));
        }

        /** An aggregator that also adds the sum of every round to a list. */
        private static Aggregator keeping(List<Parameters> sums, Aggregator aggregator) {
            return new ForwardingAggregator(aggregator) {
                @Override
                public Aggregate aggregate(int round, List<ProtectedUpdate> updates, Dialogue dialogue)
                        throws InterruptedException {
                    Aggregate sum = super.aggregate(round, updates, dialogue);
                    sums.add(sum.sum());
                    return sum;
                }
            };
        }
    }
}
