// SPDX-License-Identifier: Apache-2.0
/** Networks of numeric and categorical variables, learned from sums that sites release in rounds. */
@NullMarked
package io.hedgerow.core.internal.category;

import org.jspecify.annotations.NullMarked;
