// SPDX-License-Identifier: Apache-2.0
/** The network of numbers and categories in noisy second moments of their columns. */
@NullMarked
package io.hedgerow.dp.internal.denoise.mixed;

import org.jspecify.annotations.NullMarked;
