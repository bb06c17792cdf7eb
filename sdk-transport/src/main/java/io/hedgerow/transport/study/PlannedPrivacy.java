// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.transport.internal.file.PlanText;
import java.util.Optional;

/** The privacy guarantee that a plan promises to the individuals in the data. The set is closed. */
public sealed interface PlannedPrivacy {

    /** {@return the budget of the whole study; empty when nothing is promised} */
    Optional<Budget> budget();

    /**
     * Differential privacy of everything that a site sends in the whole study. Each site's own ledger and policy decide
     * whether it can afford this; the plan only says what is asked for.
     *
     * @param epsilon &gt; 0 and at most 1000
     * @param delta at least 0 and &lt; 1
     * @param unit whose contribution is protected
     * @param adjacency the neighbouring relation
     * @param noise the source from which sites draw their noise, by its name
     */
    record Budget(double epsilon, double delta, PrivacyUnit unit, Adjacency adjacency, String noise)
            implements PlannedPrivacy {
        public Budget {
            delta = new PrivacyPromise(epsilon, delta, unit, adjacency, noise).delta();
            if (unit instanceof PrivacyUnit.UserUnit user) {
                PlanText.require("a key column", user.keyColumn());
            }
        }

        /**
         * Creates a budget that is kept with the usual noise.
         *
         * @param epsilon &gt; 0 and at most 1000
         * @param delta at least 0 and &lt; 1
         * @param unit whose contribution is protected
         * @param adjacency the neighbouring relation
         */
        public Budget(double epsilon, double delta, PrivacyUnit unit, Adjacency adjacency) {
            this(epsilon, delta, unit, adjacency, PrivacyPromise.USUAL_NOISE);
        }

        /** {@return the noise source where it is not the usual one} */
        public Optional<String> otherNoise() {
            return Optional.of(noise).filter(name -> !name.equals(PrivacyPromise.USUAL_NOISE));
        }

        /** {@return the promise that methods read} */
        public PrivacyPromise promise() {
            return new PrivacyPromise(epsilon, delta, unit, adjacency, noise);
        }

        @Override
        public Optional<Budget> budget() {
            return Optional.of(this);
        }
    }

    /** No privacy guarantee: what sites send may reveal single records. */
    record InsecureNoBudget() implements PlannedPrivacy {
        @Override
        public Optional<Budget> budget() {
            return Optional.empty();
        }
    }
}
