// SPDX-License-Identifier: Apache-2.0
/** A site takes private steps of greedy coordinate descent in every round. */
@NullMarked
package io.hedgerow.dp.internal.greedy;

import org.jspecify.annotations.NullMarked;
