// SPDX-License-Identifier: Apache-2.0
/** Tables of counts over categorical variables, their margins and the marginal likelihood of their families. */
@NullMarked
package io.hedgerow.core.internal.table;

import org.jspecify.annotations.NullMarked;
