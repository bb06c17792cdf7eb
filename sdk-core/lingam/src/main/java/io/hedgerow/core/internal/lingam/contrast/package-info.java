// SPDX-License-Identifier: Apache-2.0
/** Sums over rows that measure how far combinations of columns are from normal, and the rounds that collect them. */
@NullMarked
package io.hedgerow.core.internal.lingam.contrast;

import org.jspecify.annotations.NullMarked;
