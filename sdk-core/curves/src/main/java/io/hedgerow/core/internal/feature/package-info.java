// SPDX-License-Identifier: Apache-2.0
/** Additive models: each variable as several columns, and the same search on their moments. */
@NullMarked
package io.hedgerow.core.internal.feature;

import org.jspecify.annotations.NullMarked;
