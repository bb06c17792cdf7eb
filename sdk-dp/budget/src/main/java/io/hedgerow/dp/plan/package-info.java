// SPDX-License-Identifier: Apache-2.0
/** What a private study says before it begins: its spending, and what that is expected to buy. */
@NullMarked
package io.hedgerow.dp.plan;

import org.jspecify.annotations.NullMarked;
