// SPDX-License-Identifier: Apache-2.0
/** Every variable becomes a block of columns, of which histograms and moments are taken. */
@NullMarked
package io.hedgerow.core.internal.feature.moments;

import org.jspecify.annotations.NullMarked;
