// SPDX-License-Identifier: Apache-2.0
/** Before products are released, these rounds find the scale and the mean of every variable. */
@NullMarked
package io.hedgerow.dp.internal.release.scale;

import org.jspecify.annotations.NullMarked;
