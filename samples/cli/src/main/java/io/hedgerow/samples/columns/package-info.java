// SPDX-License-Identifier: Apache-2.0
/** Conversion of the columns of files to variables: numbers, categories with levels, or days. */
@NullMarked
package io.hedgerow.samples.columns;

import org.jspecify.annotations.NullMarked;
