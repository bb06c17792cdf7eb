// SPDX-License-Identifier: Apache-2.0
/** What private methods read of their declared parameters, a view for each part; options of solvers follow from it. */
@NullMarked
package io.hedgerow.dp.internal.options;

import org.jspecify.annotations.NullMarked;
