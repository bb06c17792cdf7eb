// SPDX-License-Identifier: Apache-2.0
/** The records in a site's journal, and failures that only the SDK distinguishes. */
@NullMarked
package io.hedgerow.core.internal.protocol;

import org.jspecify.annotations.NullMarked;
