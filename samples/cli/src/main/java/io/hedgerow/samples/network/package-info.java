// SPDX-License-Identifier: Apache-2.0
/** Writes learned networks as files and as part of a {@code result.json}, for runs in one process and for studies. */
@NullMarked
package io.hedgerow.samples.network;

import org.jspecify.annotations.NullMarked;
