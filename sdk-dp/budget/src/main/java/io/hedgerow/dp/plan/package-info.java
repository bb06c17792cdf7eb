// SPDX-License-Identifier: Apache-2.0
/** The statements of a private study before it begins: its spending, and its expected result. */
@NullMarked
package io.hedgerow.dp.plan;

import org.jspecify.annotations.NullMarked;
