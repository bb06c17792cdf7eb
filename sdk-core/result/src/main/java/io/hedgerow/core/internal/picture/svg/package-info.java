// SPDX-License-Identifier: Apache-2.0
/** SVG elements for networks and curves: boxes, lines, arrows, panels, legends and their style. */
@NullMarked
package io.hedgerow.core.internal.picture.svg;

import org.jspecify.annotations.NullMarked;
