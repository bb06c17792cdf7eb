// SPDX-License-Identifier: Apache-2.0
/** Shared parts of mechanisms: certified bounds of exponentials, integer weights and directed rounding. */
@NullMarked
package io.hedgerow.dp.internal.mechanism;

import org.jspecify.annotations.NullMarked;
