// SPDX-License-Identifier: Apache-2.0
/** Tables over categorical variables: counts with their margins, scores, and exact inference by factors. */
@NullMarked
package io.hedgerow.core.internal.table;

import org.jspecify.annotations.NullMarked;
