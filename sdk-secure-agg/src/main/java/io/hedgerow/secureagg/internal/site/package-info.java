// SPDX-License-Identifier: Apache-2.0
/** A site's side: the handshake of a session and the one-shot state machine of each slot. */
@NullMarked
package io.hedgerow.secureagg.internal.site;

import org.jspecify.annotations.NullMarked;
