// SPDX-License-Identifier: Apache-2.0
/** Detection of a column's kind and format from its texts: numbers, dates, levels or keys. */
@NullMarked
package io.hedgerow.core.internal.columns;

import org.jspecify.annotations.NullMarked;
