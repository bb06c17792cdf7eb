// SPDX-License-Identifier: Apache-2.0
/**
 * Frames and their form in protobuf. Messages of a study are cut into frames, so that neither end ever holds more of a
 * message in its buffers than one frame. Generated types are seen by {@link ProtobufMapping} only.
 */
@NullMarked
package io.hedgerow.transport.internal.wire;

import org.jspecify.annotations.NullMarked;
