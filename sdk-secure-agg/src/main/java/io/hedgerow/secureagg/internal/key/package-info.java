// SPDX-License-Identifier: Apache-2.0
/** Identities, key agreement, the ratchet of slot keys, and the canonical encoding for hashes and signatures. */
@NullMarked
package io.hedgerow.secureagg.internal.key;

import org.jspecify.annotations.NullMarked;
