// SPDX-License-Identifier: Apache-2.0
/** What a fitted network says of the rows of a file and of variables that are set, for people and programs. */
@NullMarked
package io.hedgerow.samples.predict;

import org.jspecify.annotations.NullMarked;
