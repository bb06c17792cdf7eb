// SPDX-License-Identifier: Apache-2.0
/** Parts of methods without a promise, made elsewhere than where they are named. */
@NullMarked
package io.hedgerow.core.internal.method;

import org.jspecify.annotations.NullMarked;
