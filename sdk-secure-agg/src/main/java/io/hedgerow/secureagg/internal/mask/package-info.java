// SPDX-License-Identifier: Apache-2.0
/** Masking of lanes with AES keystreams, in one pass with reading and serialisation. */
@NullMarked
package io.hedgerow.secureagg.internal.mask;

import org.jspecify.annotations.NullMarked;
