// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.audit;

import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.dp.method.settings.PrivateAlgorithm;
import java.util.Optional;

/** What {@code audit reconstruct} can attack. */
public enum AttackTarget {
    /** The closed form without protection: the attack succeeds. */
    FED_BNSL(FederatedMethod.FED_BNSL),
    /**
     * The closed form with masks: the attack on a single upload fails, whatever the sum of all shows. At least three
     * sites.
     */
    FED_BNSL_MASKED(FederatedMethod.FED_BNSL),
    /** Truncated sparse solutions without protection. */
    FED_SPARSE(FederatedMethod.FED_SPARSE),
    /** Private greedy steps. */
    DP_FED_SPARSE(FederatedMethod.FED_SPARSE, PrivateAlgorithm.DP_FED_SPARSE),
    /** The closed form on a noisy matrix, which the attack recovers: it is what the site released. */
    DP_FED_BNSL(FederatedMethod.FED_BNSL, PrivateAlgorithm.DP_FED_BNSL);

    private final FederatedMethod rounds;
    private final Optional<PrivateAlgorithm> noisy;

    AttackTarget(FederatedMethod rounds) {
        this.rounds = rounds;
        this.noisy = Optional.empty();
    }

    AttackTarget(FederatedMethod rounds, PrivateAlgorithm noisy) {
        this.rounds = rounds;
        this.noisy = Optional.of(noisy);
    }

    /** The rounds without noise. */
    FederatedMethod rounds() {
        return rounds;
    }

    /** The algorithm that adds noise; empty without. */
    Optional<PrivateAlgorithm> noisy() {
        return noisy;
    }

    boolean masked() {
        return this == FED_BNSL_MASKED;
    }

    /** The least number of sites: 3 with masks, since a sum over two is each other's upload, 1 without. */
    public int fewestSites() {
        return masked() ? 3 : 1;
    }
}
