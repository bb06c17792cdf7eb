// SPDX-License-Identifier: Apache-2.0
/** Parts that accountants share: totals of events, Rényi curves, normal tails and searches. */
@NullMarked
package io.hedgerow.dp.internal.accounting;

import org.jspecify.annotations.NullMarked;
