// SPDX-License-Identifier: Apache-2.0
/** Solvers of the catalogue's methods. */
@NullMarked
package io.hedgerow.core.internal.solver;

import org.jspecify.annotations.NullMarked;
