// SPDX-License-Identifier: Apache-2.0
/** Private releases of the scale and the mean of every variable, in rounds before products are released. */
@NullMarked
package io.hedgerow.dp.internal.release.scale;

import org.jspecify.annotations.NullMarked;
