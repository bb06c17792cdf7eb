// SPDX-License-Identifier: Apache-2.0
/** Attacks and measurements that try to refute what the other packages claim. */
@NullMarked
package io.hedgerow.dp.internal.audit;

import org.jspecify.annotations.NullMarked;
