// SPDX-License-Identifier: Apache-2.0
/** A coordinator limits, watches and counts the connections that strangers may open before it knows who they are. */
@NullMarked
package io.hedgerow.transport.internal.admission;

import org.jspecify.annotations.NullMarked;
