// SPDX-License-Identifier: Apache-2.0
/** A look at rows before anything is learned from them: what is in the way, and mapping files that mend it. */
@NullMarked
package io.hedgerow.core.inspect;

import org.jspecify.annotations.NullMarked;
