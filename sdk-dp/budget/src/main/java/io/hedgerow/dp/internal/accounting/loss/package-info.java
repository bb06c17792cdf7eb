// SPDX-License-Identifier: Apache-2.0
/** Composition of privacy loss distributions on a lattice. */
@NullMarked
package io.hedgerow.dp.internal.accounting.loss;

import org.jspecify.annotations.NullMarked;
