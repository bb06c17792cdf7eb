// SPDX-License-Identifier: Apache-2.0
/** Root of the Hedgerow core: the vocabulary, the extension points and the non-private methods. */
@NullMarked
package io.hedgerow.core;

import org.jspecify.annotations.NullMarked;
