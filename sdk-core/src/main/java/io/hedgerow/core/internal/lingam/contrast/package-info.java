// SPDX-License-Identifier: Apache-2.0
/** Sums over rows tell how far combinations of columns are from normal, and sites are asked for them. */
@NullMarked
package io.hedgerow.core.internal.lingam.contrast;

import org.jspecify.annotations.NullMarked;
