// SPDX-License-Identifier: Apache-2.0
/** The writer and the reader of {@code result.json}, for programs and the command line. */
@NullMarked
package io.hedgerow.core.internal.result;

import org.jspecify.annotations.NullMarked;
