// SPDX-License-Identifier: Apache-2.0
/** Solvers of a linear site problem without privacy, and the refit of a site's own weights. */
@NullMarked
package io.hedgerow.core.solver;

import org.jspecify.annotations.NullMarked;
