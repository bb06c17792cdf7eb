// SPDX-License-Identifier: Apache-2.0
/** The rules on which a site insists before it takes part: thresholds and trust in the coordinator. */
@NullMarked
package io.hedgerow.secureagg.policy;

import org.jspecify.annotations.NullMarked;
