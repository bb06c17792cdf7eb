// SPDX-License-Identifier: Apache-2.0
/**
 * Secure aggregation as the protection of a federation: what a site's session and the coordinator of the core use.
 */
@NullMarked
package io.hedgerow.secureagg.federation;

import org.jspecify.annotations.NullMarked;
