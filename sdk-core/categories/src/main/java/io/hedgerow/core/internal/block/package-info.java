// SPDX-License-Identifier: Apache-2.0
/** Scores of sets of variables, numeric and categorical together, and a search by these scores. */
@NullMarked
package io.hedgerow.core.internal.block;

import org.jspecify.annotations.NullMarked;
