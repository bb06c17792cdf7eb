// SPDX-License-Identifier: Apache-2.0
/**
 * A coordinator waits for its start and for room on its disk, and records which sites an operator excluded; sums of a
 * study that is over are learned from again.
 */
@NullMarked
package io.hedgerow.transport.node.internal.coordinator;

import org.jspecify.annotations.NullMarked;
