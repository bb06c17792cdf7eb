// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.study;

import java.util.Objects;

/**
 * Parameters of the consensus iteration (papers 001 and 002): sites minimise with the penalty ρ2 towards the consensus,
 * the coordinator minimises under the acyclicity multiplier α and penalty ρ1.
 *
 * @param rounds T; at least 1
 * @param localLambda λ of the sites' ℓ1 term (Fed-Sparse-BNSL); 0 for none
 * @param globalLambda λ of the coordinator's ℓ1 term (Fed-BNSL); 0 for none. P sites with λ each weigh as much as the
 *     coordinator with P·λ
 * @param rho1 penalty on h(W)
 * @param rho2 penalty on B_p − W
 */
public record AdmmSettings(
        int rounds, double localLambda, double globalLambda, PenaltySchedule rho1, PenaltySchedule rho2) {

    /** Multipliers never grow beyond this, as in the published code of paper 001. */
    public static final double ALPHA_CAP = 1e16;

    public AdmmSettings {
        Objects.requireNonNull(rho1, "rho1");
        Objects.requireNonNull(rho2, "rho2");
        if (rounds < 1) {
            throw new IllegalArgumentException("rounds must be at least 1, was " + rounds);
        }
        if (!(localLambda >= 0 && localLambda < Double.POSITIVE_INFINITY)
                || !(globalLambda >= 0 && globalLambda < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("localLambda and globalLambda must be finite and >= 0, were "
                    + localLambda + " and " + globalLambda);
        }
    }
}
