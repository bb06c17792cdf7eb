// SPDX-License-Identifier: Apache-2.0
/** Encodings turn changes of parameters into the bytes of a message and back. */
@NullMarked
package io.hedgerow.core.protocol.encoding;

import org.jspecify.annotations.NullMarked;
