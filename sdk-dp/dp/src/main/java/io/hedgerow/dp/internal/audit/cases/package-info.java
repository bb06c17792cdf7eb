// SPDX-License-Identifier: Apache-2.0
/** Audit cases, each of which runs a mechanism or a private method on two neighbouring data sets. */
@NullMarked
package io.hedgerow.dp.internal.audit.cases;

import org.jspecify.annotations.NullMarked;
