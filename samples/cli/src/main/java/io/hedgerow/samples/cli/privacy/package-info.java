// SPDX-License-Identifier: Apache-2.0
/**
 * These commands plan what privacy costs, account for it, show what a ledger recorded, and try to refute what is
 * claimed.
 */
@NullMarked
package io.hedgerow.samples.cli.privacy;

import org.jspecify.annotations.NullMarked;
