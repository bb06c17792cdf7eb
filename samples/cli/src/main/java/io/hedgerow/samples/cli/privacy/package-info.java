// SPDX-License-Identifier: Apache-2.0
/** The commands that plan and compute privacy costs, show ledgers, and audit privacy claims. */
@NullMarked
package io.hedgerow.samples.cli.privacy;

import org.jspecify.annotations.NullMarked;
