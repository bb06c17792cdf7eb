// SPDX-License-Identifier: Apache-2.0
/** Random numbers for rows drawn from a fitted network; anyone who knows the seed can reproduce them. */
@NullMarked
package io.hedgerow.core.internal.predict.simulation;

import org.jspecify.annotations.NullMarked;
