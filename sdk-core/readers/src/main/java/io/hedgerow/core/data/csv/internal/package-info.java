// SPDX-License-Identifier: Apache-2.0
/** Row sketches that recognise near copies of a file, and CSV as one of several file formats. */
@NullMarked
package io.hedgerow.core.data.csv.internal;

import org.jspecify.annotations.NullMarked;
