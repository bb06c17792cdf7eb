// SPDX-License-Identifier: Apache-2.0
/** What a site insists on before it takes part: thresholds, the signed roster, what may be released how often. */
@NullMarked
package io.hedgerow.secureagg.policy;

import org.jspecify.annotations.NullMarked;
