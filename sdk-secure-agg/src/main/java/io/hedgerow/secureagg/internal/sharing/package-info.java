// SPDX-License-Identifier: Apache-2.0
/** Secret sharing over GF(2^16). */
@NullMarked
package io.hedgerow.secureagg.internal.sharing;

import org.jspecify.annotations.NullMarked;
