// SPDX-License-Identifier: Apache-2.0
/**
 * Secure aggregation: masks uploads so that the coordinator learns their sum and nothing else.
 *
 * <p>{@link io.hedgerow.secureagg.internal.codec} turns numbers into lanes of integers,
 * {@link io.hedgerow.secureagg.internal.mask} hides them, {@link io.hedgerow.secureagg.internal.sharing} and
 * {@link io.hedgerow.secureagg.internal.key} let masks of lost sites be taken out again.
 */
@NullMarked
package io.hedgerow.secureagg;

import org.jspecify.annotations.NullMarked;
