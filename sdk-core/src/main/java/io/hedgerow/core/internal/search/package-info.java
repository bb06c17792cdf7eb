// SPDX-License-Identifier: Apache-2.0
/** Search for a network on moments, by scores of its parts. */
@NullMarked
package io.hedgerow.core.internal.search;

import org.jspecify.annotations.NullMarked;
