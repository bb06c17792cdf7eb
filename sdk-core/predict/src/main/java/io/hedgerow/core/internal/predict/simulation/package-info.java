// SPDX-License-Identifier: Apache-2.0
/** Seeded random numbers for rows drawn from a fitted network. */
@NullMarked
package io.hedgerow.core.internal.predict.simulation;

import org.jspecify.annotations.NullMarked;
