// SPDX-License-Identifier: Apache-2.0
/** The model of a picture before it is written: edges and curves as shown, boxes, paths, widths of text and words. */
@NullMarked
package io.hedgerow.core.internal.picture;

import org.jspecify.annotations.NullMarked;
