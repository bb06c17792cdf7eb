// SPDX-License-Identifier: Apache-2.0
/**
 * Views of the declared parameters of private methods, one for each part, and the options of solvers that follow from
 * them.
 */
@NullMarked
package io.hedgerow.dp.internal.options;

import org.jspecify.annotations.NullMarked;
