// SPDX-License-Identifier: Apache-2.0
/** What a fitted network says of rows, what follows where variables are set, and rows that are drawn from it. */
@NullMarked
package io.hedgerow.core.predict;

import org.jspecify.annotations.NullMarked;
