// SPDX-License-Identifier: Apache-2.0
/** Tells differences from those that chance makes, where many are looked at. */
@NullMarked
package io.hedgerow.core.internal.chance;

import org.jspecify.annotations.NullMarked;
