// SPDX-License-Identifier: Apache-2.0
/** Pseudo-random numbers that are the same for a seed on every release of Java. They protect no data. */
@NullMarked
package io.hedgerow.core.internal.random;

import org.jspecify.annotations.NullMarked;
