// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.solver;

import io.hedgerow.core.model.Parameters;
import java.util.Objects;

/**
 * The result of a local solver. Only the parameters leave the site, and only after protection; the rest is for the
 * site's own log.
 *
 * @param parameters B
 * @param iterations steps taken; depends on the data unless the solver says otherwise
 * @param converged whether the solver's own tolerance was met; not reaching it is a result, not an error
 */
public record LocalSolution(Parameters parameters, int iterations, boolean converged) {
    public LocalSolution {
        Objects.requireNonNull(parameters, "parameters");
    }
}
