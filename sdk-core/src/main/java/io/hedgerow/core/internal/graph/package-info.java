// SPDX-License-Identifier: Apache-2.0
/** Kernels on the arrays of a graph, and known networks that files list and learned ones are measured against. */
@NullMarked
package io.hedgerow.core.internal.graph;

import org.jspecify.annotations.NullMarked;
