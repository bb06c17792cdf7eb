// SPDX-License-Identifier: Apache-2.0
/** Moments of rows with missing cells: expected products, their information, and the evidence in them for edges. */
@NullMarked
package io.hedgerow.core.internal.search.missing;

import org.jspecify.annotations.NullMarked;
