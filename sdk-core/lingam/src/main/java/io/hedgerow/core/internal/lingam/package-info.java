// SPDX-License-Identifier: Apache-2.0
/** Causal order and directions from noise that is not Gaussian, by sums over sites. Not part of the API. */
@NullMarked
package io.hedgerow.core.internal.lingam;

import org.jspecify.annotations.NullMarked;
