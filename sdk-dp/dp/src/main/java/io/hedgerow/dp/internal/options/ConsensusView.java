// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.options;

import io.hedgerow.core.method.MethodParameters;

/**
 * The parameters of a private method that concern rounds towards a consensus. All of it is public.
 *
 * @param rounds T; 0 for a release that needs no iteration
 * @param lambda λ of the ℓ1 term
 * @param rho1 penalty on cycles
 * @param rho2 penalty on disagreement
 * @param threshold smallest weight of an edge; 0 keeps what was found
 */
public record ConsensusView(int rounds, double lambda, double rho1, double rho2, double threshold) {

    /**
     * Reads the parameters of a method in rounds.
     *
     * @param usual what holds without them, and the number of rounds
     */
    public static ConsensusView read(MethodParameters parameters, ConsensusView usual) {
        return new ConsensusView(
                usual.rounds(),
                parameters.number("lambda", usual.lambda()),
                parameters.positive("rho1", usual.rho1()),
                parameters.positive("rho2", usual.rho2()),
                parameters.number("threshold", usual.threshold()));
    }
}
