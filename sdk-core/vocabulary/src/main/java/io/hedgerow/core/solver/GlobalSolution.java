// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.solver;

import io.hedgerow.core.model.Parameters;
import java.util.Objects;

/**
 * The result of a global solver.
 *
 * @param parameters W; exactly 0 on the diagonal
 * @param acyclicity h(W); 0 exactly when W has no directed cycle
 * @param evaluations how often the objective was computed
 */
public record GlobalSolution(Parameters parameters, double acyclicity, int evaluations) {
    public GlobalSolution {
        Objects.requireNonNull(parameters, "parameters");
    }
}
