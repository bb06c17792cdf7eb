// SPDX-License-Identifier: Apache-2.0
/** What the commands about ledgers read and print. */
@NullMarked
package io.hedgerow.samples.ledger;

import org.jspecify.annotations.NullMarked;
