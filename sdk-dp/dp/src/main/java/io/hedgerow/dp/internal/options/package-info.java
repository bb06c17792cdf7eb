// SPDX-License-Identifier: Apache-2.0
/** Options of solvers follow from the public settings of a run and the units of a site. */
@NullMarked
package io.hedgerow.dp.internal.options;

import org.jspecify.annotations.NullMarked;
