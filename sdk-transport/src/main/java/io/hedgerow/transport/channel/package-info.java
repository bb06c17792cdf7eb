// SPDX-License-Identifier: Apache-2.0
/** Reports of both ends of the wire about a connection and its failures. See docs/wire.md. */
@NullMarked
package io.hedgerow.transport.channel;

import org.jspecify.annotations.NullMarked;
