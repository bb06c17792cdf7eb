// SPDX-License-Identifier: Apache-2.0
/** A design lists the noisy sums of a release, a solver computes them at a site, and a study asks for them. */
@NullMarked
package io.hedgerow.dp.internal.release;

import org.jspecify.annotations.NullMarked;
