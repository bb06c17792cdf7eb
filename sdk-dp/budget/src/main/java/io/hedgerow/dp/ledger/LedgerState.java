// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The state of a ledger, computed from its records: what was charged, by study and in total. Every record is checked
 * against those before it, so that a chain whose hashes are right and whose content is impossible is found as well. For
 * one thread at a time.
 */
final class LedgerState {

    private final LedgerTerms terms;
    private final SpendingLimit limit;
    private final Map<String, StudyAccount> studies = new LinkedHashMap<>();
    private final Map<String, BigDecimal> certificates = new TreeMap<>();
    private final Map<String, Long> certified = new TreeMap<>();
    private final Map<String, Long> mechanisms = new TreeMap<>();
    private Spending total = Spending.NONE;
    private long charges;
    private @Nullable StudyCap cap;
    private LedgerEntry newest;

    LedgerState(LedgerEntry header) {
        this.terms = ((LedgerRecord.Header) header.record()).terms();
        this.limit = SpendingLimit.of(terms.budget(), terms.mode());
        this.newest = header;
    }

    /** The state after a verified chain. */
    static LedgerState of(LedgerChain chain, String where) {
        LedgerState state = new LedgerState(chain.entries().get(0));
        for (LedgerEntry entry : chain.entries().subList(1, chain.entries().size())) {
            try {
                state.apply(entry);
            } catch (IllegalArgumentException e) {
                throw new LedgerTamperedException("ledger " + where + " was changed or damaged: record "
                        + entry.sequence() + " contradicts those before it: " + Words.reason(e));
            }
        }
        return state;
    }

    /** Adds the next record. */
    void apply(LedgerEntry entry) {
        if (entry.time().isBefore(newest.time())) {
            throw new IllegalArgumentException("it is older than the record before");
        }
        LedgerRecord record = entry.record();
        if (record instanceof LedgerRecord.Capped capped) {
            cap = capped.cap();
        } else if (record instanceof LedgerRecord.Declared declared) {
            spend(declared.plan().study(), declared.charge()).declare(declared, entry.sequence());
        } else if (record instanceof LedgerRecord.Reserved reserved) {
            spend(reserved.study(), reserved.charge()).reserve(reserved.round(), entry);
            count(reserved.event());
        } else if (record instanceof LedgerRecord.Drawn drawn) {
            apply(drawn, entry);
        }
        newest = entry;
    }

    private void apply(LedgerRecord.Drawn drawn, LedgerEntry entry) {
        StudyAccount study = studies.get(drawn.study());
        SpendingPlan plan = study == null ? null : study.planOrNull();
        if (study == null || plan == null || study.declaration() != drawn.declaration()) {
            throw new IllegalArgumentException("it names a declaration that does not exist");
        }
        if (drawn.round() <= study.drawn() || drawn.round() >= plan.rounds().size()) {
            throw new IllegalArgumentException("its round is not open");
        }
        study.draw(drawn.round(), entry);
        count(plan.rounds().get(drawn.round()));
    }

    private StudyAccount spend(String name, Charge charge) {
        total = total.plus(charge);
        if (!total.isWithin(limit)) {
            throw new IllegalArgumentException("it exceeds the budget");
        }
        charges++;
        charge.certificates().forEach((accountant, epsilon) -> {
            certificates.merge(accountant, new BigDecimal(epsilon), BigDecimal::add);
            certified.merge(accountant, 1L, Long::sum);
        });
        StudyAccount study = studies.computeIfAbsent(name, unused -> new StudyAccount());
        study.spend(charge);
        return study;
    }

    private void count(MechanismEvent event) {
        if (event instanceof MechanismEvent.Sequence sequence) {
            sequence.steps().forEach(this::count);
        } else if (event instanceof MechanismEvent.Gaussian gaussian) {
            mechanisms.merge("gaussian", gaussian.count(), LedgerState::add);
        } else if (event instanceof MechanismEvent.Selection selection) {
            mechanisms.merge("selection", selection.count(), LedgerState::add);
        } else if (event instanceof MechanismEvent.Laplace laplace) {
            mechanisms.merge("laplace", laplace.count(), LedgerState::add);
        } else if (event instanceof MechanismEvent.PureDp pure) {
            mechanisms.merge("pure", pure.count(), LedgerState::add);
        }
    }

    /** Adds counts, which are for reading only; they stop at the largest number. */
    private static long add(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    LedgerTerms terms() {
        return terms;
    }

    SpendingLimit limit() {
        return limit;
    }

    Spending total() {
        return total;
    }

    Optional<StudyCap> cap() {
        return Optional.ofNullable(cap);
    }

    LedgerEntry newest() {
        return newest;
    }

    Map<String, StudyAccount> studies() {
        return Collections.unmodifiableMap(studies);
    }

    StudyAccount study(String name) {
        StudyAccount known = studies.get(name);
        return known == null ? new StudyAccount() : known;
    }

    Map<String, Long> mechanisms() {
        return Collections.unmodifiableMap(mechanisms);
    }

    /** Σε by the accountants that have certified every charge. */
    Map<String, Double> epsilonByAccountant() {
        Map<String, Double> sums = new TreeMap<>();
        certificates.forEach((accountant, sum) -> {
            if (certified.getOrDefault(accountant, 0L) == charges) {
                sums.put(accountant, Spending.up(sum));
            }
        });
        return sums;
    }
}
