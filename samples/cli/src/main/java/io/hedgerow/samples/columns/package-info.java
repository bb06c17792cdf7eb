// SPDX-License-Identifier: Apache-2.0
/** Columns of files become variables here: numbers, categories with their levels, days, or nothing. */
@NullMarked
package io.hedgerow.samples.columns;

import org.jspecify.annotations.NullMarked;
