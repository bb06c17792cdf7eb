// SPDX-License-Identifier: Apache-2.0
/** The policy that a site requires of secure aggregation: thresholds and trust in the coordinator. */
@NullMarked
package io.hedgerow.secureagg.policy;

import org.jspecify.annotations.NullMarked;
