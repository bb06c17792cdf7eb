// SPDX-License-Identifier: Apache-2.0
/** Each audit case runs a mechanism or a private method on two neighbouring data sets. */
@NullMarked
package io.hedgerow.dp.internal.audit.cases;

import org.jspecify.annotations.NullMarked;
