// SPDX-License-Identifier: Apache-2.0
/** Minimisation of smooth functions under bounds and with an ℓ1 penalty. */
@NullMarked
package io.hedgerow.core.internal.optimise;

import org.jspecify.annotations.NullMarked;
