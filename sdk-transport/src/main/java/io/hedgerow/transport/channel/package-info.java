// SPDX-License-Identifier: Apache-2.0
/** Connection states and connection failures, as sites and coordinators report them. See docs/wire.md. */
@NullMarked
package io.hedgerow.transport.channel;

import org.jspecify.annotations.NullMarked;
