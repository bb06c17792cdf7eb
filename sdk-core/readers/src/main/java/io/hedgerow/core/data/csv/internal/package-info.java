// SPDX-License-Identifier: Apache-2.0
/** Sketches of rows to recognise near copies, and CSV as one of the file formats. */
@NullMarked
package io.hedgerow.core.data.csv.internal;

import org.jspecify.annotations.NullMarked;
