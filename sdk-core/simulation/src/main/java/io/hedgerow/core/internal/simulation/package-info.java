// SPDX-License-Identifier: Apache-2.0
/** Parts of simulations: random streams, causal orders, smooth functions, kinds and differences of columns. */
@NullMarked
package io.hedgerow.core.internal.simulation;

import org.jspecify.annotations.NullMarked;
