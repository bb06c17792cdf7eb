// SPDX-License-Identifier: Apache-2.0
/** A writer and a reader of bytes, on which every message, journal and stored state is written. */
@NullMarked
package io.hedgerow.core.internal.bytes;

import org.jspecify.annotations.NullMarked;
