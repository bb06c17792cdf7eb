// SPDX-License-Identifier: Apache-2.0
/** Encodings of parameter changes as bytes of messages. */
@NullMarked
package io.hedgerow.core.protocol.encoding;

import org.jspecify.annotations.NullMarked;
