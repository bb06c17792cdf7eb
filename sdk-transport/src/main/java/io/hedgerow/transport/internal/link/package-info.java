// SPDX-License-Identifier: Apache-2.0
/**
 * The parts that both ends of a connection share: settings, addresses and proxies, queues of messages, counters and
 * refusals.
 */
@NullMarked
package io.hedgerow.transport.internal.link;

import org.jspecify.annotations.NullMarked;
