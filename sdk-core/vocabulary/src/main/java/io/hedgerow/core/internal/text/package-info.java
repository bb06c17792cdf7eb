// SPDX-License-Identifier: Apache-2.0
/** Text in messages and files: numbers, names, suggestions, and ticks of axes. */
@NullMarked
package io.hedgerow.core.internal.text;

import org.jspecify.annotations.NullMarked;
