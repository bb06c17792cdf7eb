// SPDX-License-Identifier: Apache-2.0
/** The records that a site must not forget, and failures that only the SDK distinguishes. */
@NullMarked
package io.hedgerow.core.internal.protocol;

import org.jspecify.annotations.NullMarked;
