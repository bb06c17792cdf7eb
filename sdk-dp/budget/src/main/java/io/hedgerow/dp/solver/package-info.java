// SPDX-License-Identifier: Apache-2.0
/** Local solvers whose updates are differentially private. */
@NullMarked
package io.hedgerow.dp.solver;

import org.jspecify.annotations.NullMarked;
