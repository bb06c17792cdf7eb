// SPDX-License-Identifier: Apache-2.0
/** Known networks that files list, and how far a learned one is from its truth. */
@NullMarked
package io.hedgerow.core.internal.truth;

import org.jspecify.annotations.NullMarked;
