// SPDX-License-Identifier: Apache-2.0
/** Scores of a variable given its parents, and of a graph as their sum. */
@NullMarked
package io.hedgerow.core.internal.search.score;

import org.jspecify.annotations.NullMarked;
