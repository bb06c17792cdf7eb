// SPDX-License-Identifier: Apache-2.0
/** Private releases of the second moments of a site's clipped rows, to all or to its own closed form. */
@NullMarked
package io.hedgerow.dp.internal.release.moments;

import org.jspecify.annotations.NullMarked;
