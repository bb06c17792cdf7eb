// SPDX-License-Identifier: Apache-2.0
/**
 * Both ends of a connection share its settings, its addresses and proxies, its queues of messages, its counters and
 * its refusals here.
 */
@NullMarked
package io.hedgerow.transport.internal.link;

import org.jspecify.annotations.NullMarked;
