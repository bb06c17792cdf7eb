// SPDX-License-Identifier: Apache-2.0
/** What a site must not forget, and failures that only the SDK tells apart. */
@NullMarked
package io.hedgerow.core.internal.protocol;

import org.jspecify.annotations.NullMarked;
