// SPDX-License-Identifier: Apache-2.0
/** Markov chains over orders and over graphs that draw from the posterior. */
@NullMarked
package io.hedgerow.core.internal.search.chain;

import org.jspecify.annotations.NullMarked;
