// SPDX-License-Identifier: Apache-2.0
package own;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.InProcessStudy;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.own.LocalSolvers;
import io.hedgerow.core.method.own.RoundsMethod;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetExhaustedException;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.AccountedLedger;
import io.hedgerow.dp.ledger.AccountingMode;
import io.hedgerow.dp.ledger.PolicyTerms;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.ledger.SpendingRule;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/** Two sites with an own private solver, each with a durable ledger of ε = 2, learn twice; a third time is refused. */
public final class Heart {

    private static final int ROWS = 400;
    private static final double DELTA = 1e-6;
    private static final int ROUNDS = 20;
    private static final VariableSchema SCHEMA = VariableSchema.of("dose", "effect");

    /** Effect = 2 · dose + noise. */
    private record Rows(long seed) implements RowSource {
        @Override
        public VariableSchema schema() {
            return SCHEMA;
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            Random random = new Random(seed);
            for (int row = 0; row < ROWS; row++) {
                double dose = random.nextGaussian();
                consumer.accept(new double[] {dose, 2 * dose + random.nextGaussian()});
            }
        }
    }

    private static RoundsMethod method(String study) {
        Agreement agreement = Agreement.inProcess(study, SCHEMA, 2, UploadProtection.insecurePlain());
        var usual = FederatedMethod.FED_SPARSE.recommended(SCHEMA.size(), 2);
        Study rounds = RoundsMethod.study(agreement, usual.withRounds(ROUNDS).withCentring(Centring.NONE));
        return RoundsMethod.of(rounds, site -> NoisyGradient.of(SCHEMA.size(), ROWS), LocalSolvers::consensus);
    }

    private static AccountedLedger open(Path directory, SiteData data) {
        PrivacyBudget budget = new PrivacyBudget(2, DELTA);
        SitePolicy policy = new SitePolicy(
                new PolicyTerms(
                        data.identity(),
                        ROWS,
                        new PrivacyUnit.RecordUnit(),
                        Adjacency.REPLACE_ONE,
                        budget,
                        new AccountingMode.FixedPlan()),
                new StudyCap(budget),
                1,
                List.of("noisy-gradient"),
                Duration.ofMinutes(5));
        return AccountedLedger.open(
                directory.resolve(data.identity().value()),
                policy,
                SCHEMA,
                SpendingRule.standard(new AccountingMode.FixedPlan()),
                InstantSource.system(),
                Optional.empty());
    }

    /** Charges both ledgers for the whole study, and gives out a gate that lets through what they recorded. */
    private static List<PrivacyGate> admit(List<AccountedLedger> ledgers, String study, List<SiteData> sites) {
        NoisyGradient solver = NoisyGradient.of(SCHEMA.size(), ROWS);
        SpendingPlan plan =
                new SpendingPlan(study, solver.id(), solver.noiseSource(), solver.roundPlan(ROUNDS), DELTA / 3);
        List<PrivacyGate> gates = new ArrayList<>();
        for (int p = 0; p < sites.size(); p++) {
            ledgers.get(p).declare(plan);
            gates.add(PrivacyGate.enforcing(
                    ledgers.get(p), sites.get(p).identity(), new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE));
        }
        return gates;
    }

    public static void main(String[] args) throws InterruptedException {
        List<SiteData> sites = List.of(
                SiteData.of(new DatasetIdentity("north"), new Rows(1)),
                SiteData.of(new DatasetIdentity("south"), new Rows(2)));
        try (AccountedLedger north = open(Path.of(args[0]), sites.get(0));
                AccountedLedger south = open(Path.of(args[0]), sites.get(1))) {
            for (String study : List.of("first", "second", "third")) {
                try {
                    var result = InProcessStudy.of(
                                    method(study).averaging(7, 0.3),
                                    (run, asking) -> admit(List.of(north, south), study, asking))
                            .on(sites);
                    int edges = result.ended().network().orElseThrow().edgeCount();
                    System.out.printf(
                            Locale.ROOT, "%s edges %d spent %.1f%n", study, edges, north.spent().spentEpsilon());
                } catch (BudgetExhaustedException e) {
                    System.out.println(study + " refused");
                }
            }
        }
    }
}
