// SPDX-License-Identifier: Apache-2.0
/** Simulated structural equation models and federations inside one process. */
@NullMarked
package io.hedgerow.core.simulation;

import org.jspecify.annotations.NullMarked;
