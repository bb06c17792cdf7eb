// SPDX-License-Identifier: Apache-2.0
/** Sketches of the rows of files, by which a near copy is known, and codings that need a part of a column only. */
@NullMarked
package io.hedgerow.core.data.csv.internal;

import org.jspecify.annotations.NullMarked;
