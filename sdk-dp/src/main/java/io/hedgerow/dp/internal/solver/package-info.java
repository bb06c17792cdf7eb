// SPDX-License-Identifier: Apache-2.0
/** Private local solvers and what they release. */
@NullMarked
package io.hedgerow.dp.internal.solver;

import org.jspecify.annotations.NullMarked;
