// SPDX-License-Identifier: Apache-2.0
/** The storage of a ledger: lines with hashes, whose documents hold events as JSON. */
@NullMarked
package io.hedgerow.dp.internal.ledger;

import org.jspecify.annotations.NullMarked;
