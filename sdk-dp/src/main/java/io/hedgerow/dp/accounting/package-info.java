// SPDX-License-Identifier: Apache-2.0
/** What recorded events cost: accountants that turn them into ε and δ, always rounding up, and calibration. */
@NullMarked
package io.hedgerow.dp.accounting;

import org.jspecify.annotations.NullMarked;
