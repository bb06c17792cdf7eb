// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.solver;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import java.util.Objects;

/**
 * A site's subproblem of one round (paper 002, eq. 4):
 *
 * <pre>min_B  w·L(B) + λ·‖B‖₁ + ⟨β, B − W⟩ + ρ2/2·‖B − W‖²</pre>
 *
 * <p>where L is the loss per record of the model, for linear models ½·tr((I−B)ᵀ S (I−B)) with S the second-moment
 * matrix of the site. A solver that has no ℓ1 term says so and ignores λ.
 *
 * <p>The vectors are valid during one call of a solver; copy them to keep them longer.
 *
 * @param layout shape of all parameter vectors: [d·q]
 * @param consensus W, as it was sent
 * @param dual β
 * @param previous B of the site's last round, to start from; zeros in the first
 * @param rho2 ρ2, the penalty; finite and &gt; 0
 * @param lambda λ; finite and at least 0
 * @param lossWeight w; finite and &gt; 0
 * @param centring what is subtracted from the records before S is taken
 */
public record LocalProblem(
        ParameterLayout layout,
        Parameters consensus,
        Parameters dual,
        Parameters previous,
        double rho2,
        double lambda,
        double lossWeight,
        Centring centring) {
    public LocalProblem {
        Objects.requireNonNull(centring, "centring");
        requireSize("consensus", consensus, layout);
        requireSize("dual", dual, layout);
        requireSize("previous", previous, layout);
        requireInRange("rho2", rho2, rho2 > 0, "> 0");
        requireInRange("lambda", lambda, lambda >= 0, ">= 0");
        requireInRange("lossWeight", lossWeight, lossWeight > 0, "> 0");
    }

    private static void requireSize(String name, Parameters vector, ParameterLayout layout) {
        if (vector.size() != layout.size()) {
            throw new IllegalArgumentException(
                    name + " must have " + layout.size() + " parameters to match the layout, has " + vector.size());
        }
    }

    private static void requireInRange(String name, double value, boolean inRange, String allowed) {
        if (!inRange || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(name + " must be finite and " + allowed + ", was " + value);
        }
    }
}
