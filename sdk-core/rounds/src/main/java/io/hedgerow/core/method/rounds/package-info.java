// SPDX-License-Identifier: Apache-2.0
/** Consensus methods in rounds: their settings, solvers, and the network derived from the last rounds. */
@NullMarked
package io.hedgerow.core.method.rounds;

import org.jspecify.annotations.NullMarked;
