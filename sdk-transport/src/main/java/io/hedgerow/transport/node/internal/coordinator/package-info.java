// SPDX-License-Identifier: Apache-2.0
/** A coordinator waits for its start and for room on its disk, and records which sites an operator excluded. */
@NullMarked
package io.hedgerow.transport.node.internal.coordinator;

import org.jspecify.annotations.NullMarked;
