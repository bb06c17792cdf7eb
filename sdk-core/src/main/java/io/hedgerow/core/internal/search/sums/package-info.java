// SPDX-License-Identifier: Apache-2.0
/** Sites send sums of their rows, which are added up and tell how far sites agree. */
@NullMarked
package io.hedgerow.core.internal.search.sums;

import org.jspecify.annotations.NullMarked;
