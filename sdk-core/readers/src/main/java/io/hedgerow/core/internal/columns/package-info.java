// SPDX-License-Identifier: Apache-2.0
/** Infers from the texts of a column what it holds: numbers, dates, levels, or keys, and how they are written. */
@NullMarked
package io.hedgerow.core.internal.columns;

import org.jspecify.annotations.NullMarked;
