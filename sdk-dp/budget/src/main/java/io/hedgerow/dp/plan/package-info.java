// SPDX-License-Identifier: Apache-2.0
/** Statements of a private study before it begins: its spending and its expected accuracy. */
@NullMarked
package io.hedgerow.dp.plan;

import org.jspecify.annotations.NullMarked;
