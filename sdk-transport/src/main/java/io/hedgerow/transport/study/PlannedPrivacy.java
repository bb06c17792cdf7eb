// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.transport.internal.file.PlanText;
import java.util.Objects;
import java.util.Optional;

/** What a study promises about the people in the data. The set is closed. */
public sealed interface PlannedPrivacy {

    /**
     * The budget of the whole study.
     *
     * @return empty when nothing is promised
     */
    Optional<Budget> budget();

    /**
     * Differential privacy of everything that a site sends in the whole study. Each site's own ledger and policy decide
     * whether it can afford this; the plan only says what is asked for.
     *
     * @param epsilon finite and &gt; 0
     * @param delta at least 0 and &lt; 1
     * @param unit whose contribution is protected
     * @param adjacency the neighbouring relation
     */
    record Budget(double epsilon, double delta, PrivacyUnit unit, Adjacency adjacency) implements PlannedPrivacy {
        public Budget {
            if (!(epsilon > 0) || epsilon == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("epsilon must be finite and > 0, was " + epsilon);
            }
            if (!(delta >= 0 && delta < 1)) {
                throw new IllegalArgumentException("delta must be at least 0 and < 1, was " + delta);
            }
            delta = delta == 0 ? 0 : delta;
            Objects.requireNonNull(adjacency, "adjacency");
            if (Objects.requireNonNull(unit, "unit") instanceof PrivacyUnit.PersonUnit person) {
                PlanText.require("a key column", person.keyColumn());
            }
        }

        @Override
        public Optional<Budget> budget() {
            return Optional.of(this);
        }
    }

    /** Nothing is promised: what sites send may reveal single records. */
    record InsecureNoBudget() implements PlannedPrivacy {
        @Override
        public Optional<Budget> budget() {
            return Optional.empty();
        }
    }
}
