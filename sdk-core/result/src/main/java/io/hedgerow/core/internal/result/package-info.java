// SPDX-License-Identifier: Apache-2.0
/** Writes and reads {@code result.json}, for programs and the command line. */
@NullMarked
package io.hedgerow.core.internal.result;

import org.jspecify.annotations.NullMarked;
