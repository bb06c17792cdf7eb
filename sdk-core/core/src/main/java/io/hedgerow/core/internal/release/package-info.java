// SPDX-License-Identifier: Apache-2.0
/** The release of sums, exact or noisy: what a design says, and the one conversation that runs every design. */
@NullMarked
package io.hedgerow.core.internal.release;

import org.jspecify.annotations.NullMarked;
