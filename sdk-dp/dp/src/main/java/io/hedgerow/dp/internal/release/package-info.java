// SPDX-License-Identifier: Apache-2.0
/**
 * Private releases of sums: a design lists the noisy sums, a solver computes them at a site, and a study collects them.
 */
@NullMarked
package io.hedgerow.dp.internal.release;

import org.jspecify.annotations.NullMarked;
