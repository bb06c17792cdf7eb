// SPDX-License-Identifier: Apache-2.0
/** Secure aggregation with all sites and the coordinator inside one process. */
@NullMarked
package io.hedgerow.secureagg.simulation;

import org.jspecify.annotations.NullMarked;
