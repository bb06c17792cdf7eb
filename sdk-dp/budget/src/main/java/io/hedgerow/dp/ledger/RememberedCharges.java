// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.privacy.MechanismEvent;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** A spending rule that caches charges. Thread-safe. */
final class RememberedCharges implements SpendingRule {

    private record EventAtDelta(MechanismEvent event, double delta) {}

    private final SpendingRule rule;
    private final Map<EventAtDelta, Charge> charges = new ConcurrentHashMap<>();

    RememberedCharges(SpendingRule rule) {
        this.rule = Objects.requireNonNull(rule, "rule");
    }

    @Override
    public AccountingMode mode() {
        return rule.mode();
    }

    @Override
    public Charge charge(MechanismEvent event, double delta) {
        return charges.computeIfAbsent(new EventAtDelta(event, delta), key -> rule.charge(event, delta));
    }
}
