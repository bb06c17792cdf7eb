// SPDX-License-Identifier: Apache-2.0
/** A coordinator listens, and holds one stream for each site over gRPC. */
@NullMarked
package io.hedgerow.transport.internal.grpc.coordinator;

import org.jspecify.annotations.NullMarked;
