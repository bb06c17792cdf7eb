// SPDX-License-Identifier: Apache-2.0
/** Learns from noisy tables of counts: evidence of sets, the tables to request next, and a network of categories. */
@NullMarked
package io.hedgerow.dp.internal.denoise.table;

import org.jspecify.annotations.NullMarked;
