// SPDX-License-Identifier: Apache-2.0
/** Finds a network in a private release, with a probability for each of its edges. */
@NullMarked
package io.hedgerow.dp.internal.denoise.network;

import org.jspecify.annotations.NullMarked;
