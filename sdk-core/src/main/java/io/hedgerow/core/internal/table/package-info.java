// SPDX-License-Identifier: Apache-2.0
/** Exact inference in networks of probability tables: factors, an order of elimination, and sums and maxima over it. */
@NullMarked
package io.hedgerow.core.internal.table;

import org.jspecify.annotations.NullMarked;
