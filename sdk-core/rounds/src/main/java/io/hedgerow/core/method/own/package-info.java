// SPDX-License-Identifier: Apache-2.0
/** Methods in rounds are made of solvers that a program brings, which may wrap those that are made here. */
@NullMarked
package io.hedgerow.core.method.own;

import org.jspecify.annotations.NullMarked;
