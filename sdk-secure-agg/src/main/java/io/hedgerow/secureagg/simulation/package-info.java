// SPDX-License-Identifier: Apache-2.0
/** Secure aggregation with all its ends inside one process. */
@NullMarked
package io.hedgerow.secureagg.simulation;

import org.jspecify.annotations.NullMarked;
