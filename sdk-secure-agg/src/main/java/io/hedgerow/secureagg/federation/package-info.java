// SPDX-License-Identifier: Apache-2.0
/** The report of secure aggregation on a run. */
@NullMarked
package io.hedgerow.secureagg.federation;

import org.jspecify.annotations.NullMarked;
