// SPDX-License-Identifier: Apache-2.0
/** One writer and one reader of {@code result.json} serve programs and the command line. */
@NullMarked
package io.hedgerow.core.internal.result;

import org.jspecify.annotations.NullMarked;
