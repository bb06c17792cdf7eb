// SPDX-License-Identifier: Apache-2.0
/** Simulated federated studies whose truth is known, and the baseline that sorts variables. */
@NullMarked
package io.hedgerow.core.simulation;

import org.jspecify.annotations.NullMarked;
