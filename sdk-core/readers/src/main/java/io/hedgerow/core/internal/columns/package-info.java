// SPDX-License-Identifier: Apache-2.0
/** What the texts of a column say of it: numbers, dates, levels, or keys, and how they are written. */
@NullMarked
package io.hedgerow.core.internal.columns;

import org.jspecify.annotations.NullMarked;
