// SPDX-License-Identifier: Apache-2.0
/** Simulated networks of numbers and categories. */
@NullMarked
package io.hedgerow.core.internal.simulation.mixed;

import org.jspecify.annotations.NullMarked;
