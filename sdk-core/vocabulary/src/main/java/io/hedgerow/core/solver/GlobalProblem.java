// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.solver;

import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import java.util.Objects;

/**
 * The coordinator's subproblem of one round (papers 001 and 002, eq. 5), completed to a square:
 *
 * <pre>min_W  λ·‖W‖₁ + α·h(W) + ρ1/2·h(W)² + c/2·‖W − V‖²,   diagonal of W = 0</pre>
 *
 * <p>with V = Σ_p(ρ2 B_p + β_p) / (P·ρ2) and c = P·ρ2. It needs nothing about a site but that sum.
 *
 * @param layout shape of the vectors: [d·q]
 * @param centre V
 * @param curvature c; finite and &gt; 0
 * @param alpha α, the multiplier of h; at least 0
 * @param rho1 ρ1, the penalty on h; at least 0
 * @param lambda λ; at least 0
 * @param start W of the last round, to start from
 */
public record GlobalProblem(
        ParameterLayout layout,
        Parameters centre,
        double curvature,
        double alpha,
        double rho1,
        double lambda,
        Parameters start) {
    public GlobalProblem {
        Objects.requireNonNull(layout, "layout");
        if (centre.size() != layout.size() || start.size() != layout.size()) {
            throw new IllegalArgumentException("centre and start must have " + layout.size()
                    + " parameters to match the layout, have " + centre.size() + " and " + start.size());
        }
        boolean inRange = curvature > 0 && alpha >= 0 && rho1 >= 0 && lambda >= 0;
        if (!inRange || !Double.isFinite(curvature + alpha + rho1 + lambda)) {
            throw new IllegalArgumentException(
                    "curvature must be finite and > 0, and alpha, rho1, lambda finite and >= 0, were " + curvature
                            + ", " + alpha + ", " + rho1 + ", " + lambda);
        }
    }
}
