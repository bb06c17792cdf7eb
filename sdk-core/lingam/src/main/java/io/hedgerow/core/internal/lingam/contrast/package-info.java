// SPDX-License-Identifier: Apache-2.0
/** Sums over rows that tell how far combinations of columns are from normal, and rounds that ask sites for them. */
@NullMarked
package io.hedgerow.core.internal.lingam.contrast;

import org.jspecify.annotations.NullMarked;
