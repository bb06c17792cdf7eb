// SPDX-License-Identifier: Apache-2.0
/** Inspection of rows before learning: problems in the data, and mapping files that fix them. */
@NullMarked
package io.hedgerow.core.inspect;

import org.jspecify.annotations.NullMarked;
