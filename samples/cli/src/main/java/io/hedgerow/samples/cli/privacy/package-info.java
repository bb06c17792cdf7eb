// SPDX-License-Identifier: Apache-2.0
/** These commands plan privacy costs, account for them, show what a ledger recorded, and try to refute claims. */
@NullMarked
package io.hedgerow.samples.cli.privacy;

import org.jspecify.annotations.NullMarked;
