// SPDX-License-Identifier: Apache-2.0
/** Settings of a greedy solver: whose contribution it bounds, what it computes and releases, and at what cost. */
@NullMarked
package io.hedgerow.dp.internal.greedy.settings;

import org.jspecify.annotations.NullMarked;
