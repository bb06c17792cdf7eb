// SPDX-License-Identifier: Apache-2.0
/** Inspects rows before learning, and drafts mapping files that correct what it finds. */
@NullMarked
package io.hedgerow.core.inspect;

import org.jspecify.annotations.NullMarked;
