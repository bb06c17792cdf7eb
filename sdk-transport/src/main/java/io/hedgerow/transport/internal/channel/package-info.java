// SPDX-License-Identifier: Apache-2.0
/** One gRPC stream per site, which survives connections and processes; both of its ends. */
@NullMarked
package io.hedgerow.transport.internal.channel;

import org.jspecify.annotations.NullMarked;
