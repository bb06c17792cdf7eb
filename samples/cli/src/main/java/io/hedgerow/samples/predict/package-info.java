// SPDX-License-Identifier: Apache-2.0
/** What a fitted network says of rows: of variables given others, of variables that are set, and rows drawn from it. */
@NullMarked
package io.hedgerow.samples.predict;

import org.jspecify.annotations.NullMarked;
