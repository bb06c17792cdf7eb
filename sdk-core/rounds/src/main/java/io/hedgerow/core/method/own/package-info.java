// SPDX-License-Identifier: Apache-2.0
/** Methods in rounds that a program builds from its own solvers, which may wrap those of the published methods. */
@NullMarked
package io.hedgerow.core.method.own;

import org.jspecify.annotations.NullMarked;
