// SPDX-License-Identifier: Apache-2.0
/** Fitted networks: they predict cells and rows, say what follows where variables are set, and draw rows. */
@NullMarked
package io.hedgerow.core.predict;

import org.jspecify.annotations.NullMarked;
