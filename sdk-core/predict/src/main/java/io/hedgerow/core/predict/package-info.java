// SPDX-License-Identifier: Apache-2.0
/** Fitted networks, which predict cells and rows, compute effects of interventions, and sample rows. */
@NullMarked
package io.hedgerow.core.predict;

import org.jspecify.annotations.NullMarked;
