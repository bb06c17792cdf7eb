// SPDX-License-Identifier: Apache-2.0
/** Algorithms on the arrays of a graph. */
@NullMarked
package io.hedgerow.core.internal.graph;

import org.jspecify.annotations.NullMarked;
