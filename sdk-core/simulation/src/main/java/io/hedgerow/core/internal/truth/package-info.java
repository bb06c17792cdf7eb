// SPDX-License-Identifier: Apache-2.0
/** Reads true networks from files, and measures how far a learned one is from its truth. */
@NullMarked
package io.hedgerow.core.internal.truth;

import org.jspecify.annotations.NullMarked;
