// SPDX-License-Identifier: Apache-2.0
/** What both ends of the wire tell of a connection, and how it fails. See docs/wire.md. */
@NullMarked
package io.hedgerow.transport.channel;

import org.jspecify.annotations.NullMarked;
