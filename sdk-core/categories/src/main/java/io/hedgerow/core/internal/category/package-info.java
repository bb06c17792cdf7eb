// SPDX-License-Identifier: Apache-2.0
/** Sums of rows with categories, which sites release in rounds, and the network that follows. */
@NullMarked
package io.hedgerow.core.internal.category;

import org.jspecify.annotations.NullMarked;
