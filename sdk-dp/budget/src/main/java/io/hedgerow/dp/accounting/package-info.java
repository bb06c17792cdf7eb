// SPDX-License-Identifier: Apache-2.0
/** Accountants turn recorded events into ε and δ, always rounding up; calibration finds the noise for a budget. */
@NullMarked
package io.hedgerow.dp.accounting;

import org.jspecify.annotations.NullMarked;
