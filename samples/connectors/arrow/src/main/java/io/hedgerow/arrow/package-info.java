// SPDX-License-Identifier: Apache-2.0
/** Rows of Apache Arrow files and streams. */
@NullMarked
package io.hedgerow.arrow;

import org.jspecify.annotations.NullMarked;
