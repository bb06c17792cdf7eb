// SPDX-License-Identifier: Apache-2.0
/** Statements of a private study before it begins: its spending, and the result that this is expected to buy. */
@NullMarked
package io.hedgerow.dp.plan;

import org.jspecify.annotations.NullMarked;
