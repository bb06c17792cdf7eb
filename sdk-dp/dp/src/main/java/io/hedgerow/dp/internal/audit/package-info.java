// SPDX-License-Identifier: Apache-2.0
/** Attacks and measurements that try to refute the claims of the other packages. */
@NullMarked
package io.hedgerow.dp.internal.audit;

import org.jspecify.annotations.NullMarked;
