// SPDX-License-Identifier: Apache-2.0
/** Settings, solvers and network rules of iterative consensus methods. */
@NullMarked
package io.hedgerow.core.method.rounds;

import org.jspecify.annotations.NullMarked;
