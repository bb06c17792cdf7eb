// SPDX-License-Identifier: Apache-2.0
/** Iterative consensus methods from a program's own solvers, which may wrap those of this package. */
@NullMarked
package io.hedgerow.core.method.own;

import org.jspecify.annotations.NullMarked;
