// SPDX-License-Identifier: Apache-2.0
/** A site releases the second moments of its clipped rows, to all or to its own closed form. */
@NullMarked
package io.hedgerow.dp.internal.release.moments;

import org.jspecify.annotations.NullMarked;
