// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.dp.accounting.Accountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.ledger.LedgerStorage;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;

/** A ledger's surroundings, with an accountant whose sums can be done in the head. */
public final class LedgerFixtures {

    static final String DATASET = "contract data";
    static final PrivacyBudget BUDGET = new PrivacyBudget(3, 0x1p-20);
    public static final MechanismEvent PURE = new MechanismEvent.PureDp(0.0625, 1);
    /** One of the fake accountant's ε of 1/8. */
    public static final MechanismEvent GAUSSIAN = new MechanismEvent.Gaussian(0.125, 1);

    static final double ORDER = 16;
    static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2030-01-02T03:04:05Z"));

    private LedgerFixtures() {}

    /** ε = Σ of the parameters times the counts; Gaussian noise needs a δ. Certifies nothing, counts exactly. */
    record AddingAccountant(String id) implements Accountant {
        @Override
        public double epsilon(MechanismEvent event, double delta) {
            if (event instanceof MechanismEvent.Sequence sequence) {
                return sequence.steps().stream()
                        .mapToDouble(step -> epsilon(step, delta))
                        .sum();
            }
            if (event instanceof MechanismEvent.Gaussian gaussian) {
                return delta > 0 ? gaussian.mu() * gaussian.count() : Double.POSITIVE_INFINITY;
            }
            if (event instanceof MechanismEvent.Selection selection) {
                return selection.boundedRange() * selection.count();
            }
            if (event instanceof MechanismEvent.PureDp pure) {
                return pure.epsilon() * pure.count();
            }
            throw new IllegalArgumentException("no such event here");
        }
    }

    static LedgerTerms terms(AccountingMode mode) {
        return new LedgerTerms(
                new DatasetIdentity(DATASET),
                LedgerTerms.Fingerprint.of(VariableSchema.of("a", "b"), 100),
                new PrivacyUnit.RecordUnit(),
                Adjacency.REPLACE_ONE,
                BUDGET,
                mode);
    }

    static LedgerTerms terms() {
        return terms(new AccountingMode.FixedPlan());
    }

    /** A study may take everything; an undeclared Gaussian takes 1/64 of δ. */
    static StudyCap cap() {
        return new StudyCap(BUDGET, 0x1p-26);
    }

    static SpendingRule rule() {
        return SpendingRule.fixedPlan(new AddingAccountant("adding"));
    }

    static SpendingRule filterRule() {
        AddingAccountant adding = new AddingAccountant("adding");
        return SpendingRule.rdpFilter(ORDER, (event, order) -> adding.epsilon(event, 0.5));
    }

    static LedgerClock clock() {
        return new LedgerClock(CLOCK);
    }

    static AccountedLedger open(LedgerStorage storage) {
        return AccountedLedger.open(storage, terms(), cap(), rule(), clock());
    }

    static AccountedLedger open(java.nio.file.Path directory) {
        return AccountedLedger.open(directory, terms(), cap(), rule(), clock());
    }

    static SpendingPlan plan(String study, int rounds) {
        return new SpendingPlan(study, "dp-test", "discrete", Collections.nCopies(rounds, GAUSSIAN), 0x1p-22);
    }

    static SpendingPlan plan(String study, MechanismEvent... rounds) {
        return new SpendingPlan(study, "dp-test", "discrete", List.of(rounds), 0x1p-22);
    }

    static ReservationRequest request(String study, int round, MechanismEvent event) {
        return new ReservationRequest(
                new DatasetIdentity(DATASET), new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE, study, round, event);
    }
}
