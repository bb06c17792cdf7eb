// SPDX-License-Identifier: Apache-2.0
/** What a private release tells of margins and pairs, with intervals. */
@NullMarked
package io.hedgerow.dp.internal.denoise.figures;

import org.jspecify.annotations.NullMarked;
