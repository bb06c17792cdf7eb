// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.PrivacyBudget;
import java.util.Objects;

/**
 * The part of a ledger's budget that one study may take: a site's own limit in addition to the total; unlike the total
 * it may change, and a change is recorded.
 *
 * @param perStudy (ε, δ) of one study
 * @param undeclaredDelta δ at which a reservation that belongs to no declared plan is charged in mode fixed-plan,
 *     unless it has no Gaussian part and so needs no δ; at least 0 and at most the study's δ
 */
public record StudyCap(PrivacyBudget perStudy, double undeclaredDelta) {
    public StudyCap {
        Objects.requireNonNull(perStudy, "perStudy");
        if (!(undeclaredDelta >= 0 && undeclaredDelta <= perStudy.delta())) {
            throw new IllegalArgumentException("undeclaredDelta must be at least 0 and at most the study's delta "
                    + perStudy.delta() + ", was " + undeclaredDelta);
        }
    }

    /**
     * A cap under which one undeclared reservation may take the study's whole δ.
     *
     * @param perStudy (ε, δ) of one study
     */
    public StudyCap(PrivacyBudget perStudy) {
        this(perStudy, perStudy.delta());
    }

    /** The δ of a reservation outside of plans: Gaussian noise has no finite ε without one, other noise needs none. */
    double undeclaredDelta(MechanismEvent event) {
        return hasGaussian(event) ? undeclaredDelta : 0;
    }

    private static boolean hasGaussian(MechanismEvent event) {
        return event instanceof MechanismEvent.Gaussian
                || (event instanceof MechanismEvent.Sequence sequence
                        && sequence.steps().stream().anyMatch(StudyCap::hasGaussian));
    }
}
