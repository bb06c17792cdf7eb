// SPDX-License-Identifier: Apache-2.0
/** Scores say how well a variable is explained by its parents, and a graph's score is their sum. */
@NullMarked
package io.hedgerow.core.internal.search.score;

import org.jspecify.annotations.NullMarked;
