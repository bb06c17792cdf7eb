// SPDX-License-Identifier: Apache-2.0
/** The graphs that a search changes, and the knowledge of edges that limits it. */
@NullMarked
package io.hedgerow.core.internal.search.graph;

import org.jspecify.annotations.NullMarked;
