// SPDX-License-Identifier: Apache-2.0
/** Estimates how many edges a private study will have wrong, before there is any data. */
@NullMarked
package io.hedgerow.dp.internal.forecast;

import org.jspecify.annotations.NullMarked;
