// SPDX-License-Identifier: Apache-2.0
/** What was learned as {@code result.json}: one writer and one reader, for programs and for the command line. Internal. */
@NullMarked
package io.hedgerow.core.internal.result;

import org.jspecify.annotations.NullMarked;
