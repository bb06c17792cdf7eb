// SPDX-License-Identifier: Apache-2.0
/** Methods in rounds have settings, solvers and a network that follows from the last rounds. */
@NullMarked
package io.hedgerow.core.method.rounds;

import org.jspecify.annotations.NullMarked;
