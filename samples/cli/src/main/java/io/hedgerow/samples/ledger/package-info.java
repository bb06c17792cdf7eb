// SPDX-License-Identifier: Apache-2.0
/** Reads and prints ledgers for the commands about them. */
@NullMarked
package io.hedgerow.samples.ledger;

import org.jspecify.annotations.NullMarked;
