// SPDX-License-Identifier: Apache-2.0
/** Composes the laws of privacy losses on a lattice. */
@NullMarked
package io.hedgerow.dp.internal.accounting.loss;

import org.jspecify.annotations.NullMarked;
