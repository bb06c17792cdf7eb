// SPDX-License-Identifier: Apache-2.0
/** Parts that mechanisms share: certified bounds of exponentials, whole-number weights and directed rounding. */
@NullMarked
package io.hedgerow.dp.internal.mechanism;

import org.jspecify.annotations.NullMarked;
