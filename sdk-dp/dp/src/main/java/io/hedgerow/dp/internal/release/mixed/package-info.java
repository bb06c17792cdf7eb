// SPDX-License-Identifier: Apache-2.0
/** Noisy second moments of rows of numbers and categories. */
@NullMarked
package io.hedgerow.dp.internal.release.mixed;

import org.jspecify.annotations.NullMarked;
