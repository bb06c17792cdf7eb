// SPDX-License-Identifier: Apache-2.0
/**
 * Private releases of sums: a design lists the noisy sums and asks for them, a solver computes them at a site.
 */
@NullMarked
package io.hedgerow.dp.internal.release;

import org.jspecify.annotations.NullMarked;
