// SPDX-License-Identifier: Apache-2.0
/** What two threads may see of a ledger, a gate and the memory of a masked round, tried by jcstress. */
@NullMarked
package io.hedgerow.samples.concurrency;

import org.jspecify.annotations.NullMarked;
