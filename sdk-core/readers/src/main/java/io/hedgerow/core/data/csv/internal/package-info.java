// SPDX-License-Identifier: Apache-2.0
/** Sketches of rows by which a near copy is known, and CSV as a format among others. */
@NullMarked
package io.hedgerow.core.data.csv.internal;

import org.jspecify.annotations.NullMarked;
