// SPDX-License-Identifier: Apache-2.0
/** Limits and monitors connections to a coordinator before the peer is authenticated. */
@NullMarked
package io.hedgerow.transport.internal.admission;

import org.jspecify.annotations.NullMarked;
