// SPDX-License-Identifier: Apache-2.0
/** What tables of counts with noise tell of categories: evidence of sets, which tables to ask for, and a network. */
@NullMarked
package io.hedgerow.dp.internal.denoise.table;

import org.jspecify.annotations.NullMarked;
