// SPDX-License-Identifier: Apache-2.0
/** The laws of privacy losses are composed on a lattice. */
@NullMarked
package io.hedgerow.dp.internal.accounting.loss;

import org.jspecify.annotations.NullMarked;
