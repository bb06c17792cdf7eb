// SPDX-License-Identifier: Apache-2.0
/** Sums of the sites' rows, and tests of whether sites agree. */
@NullMarked
package io.hedgerow.core.internal.search.sums;

import org.jspecify.annotations.NullMarked;
