// SPDX-License-Identifier: Apache-2.0
/** Shared parts of accountants: totals of events, Rényi curves, normal tails and searches. */
@NullMarked
package io.hedgerow.dp.internal.accounting;

import org.jspecify.annotations.NullMarked;
