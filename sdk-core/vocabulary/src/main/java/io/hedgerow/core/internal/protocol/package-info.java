// SPDX-License-Identifier: Apache-2.0
/** A site's durable records, and failures that only the SDK distinguishes. */
@NullMarked
package io.hedgerow.core.internal.protocol;

import org.jspecify.annotations.NullMarked;
