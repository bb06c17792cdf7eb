// SPDX-License-Identifier: Apache-2.0
/** What a fitted network says of rows, and variables that are set in it. */
@NullMarked
package io.hedgerow.samples.predict;

import org.jspecify.annotations.NullMarked;
