// SPDX-License-Identifier: Apache-2.0
/** Greedy searches that change a graph, an equivalence class or an order step by step while the score improves. */
@NullMarked
package io.hedgerow.core.internal.search.climb;

import org.jspecify.annotations.NullMarked;
