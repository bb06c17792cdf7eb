// SPDX-License-Identifier: Apache-2.0
/**
 * A plan determines at both ends how large messages are, who takes part behind masks, and which journal belongs to
 * it.
 */
@NullMarked
package io.hedgerow.transport.node.internal;

import org.jspecify.annotations.NullMarked;
