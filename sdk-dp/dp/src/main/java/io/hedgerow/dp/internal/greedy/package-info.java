// SPDX-License-Identifier: Apache-2.0
/** Private greedy coordinate descent at a site, some steps in every round. */
@NullMarked
package io.hedgerow.dp.internal.greedy;

import org.jspecify.annotations.NullMarked;
