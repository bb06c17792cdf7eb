// SPDX-License-Identifier: Apache-2.0
/** The federation's protection by secure aggregation: the report on a run. */
@NullMarked
package io.hedgerow.secureagg.federation;

import org.jspecify.annotations.NullMarked;
