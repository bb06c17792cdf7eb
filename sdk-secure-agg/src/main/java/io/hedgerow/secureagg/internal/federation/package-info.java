// SPDX-License-Identifier: Apache-2.0
/** Connects secure aggregation to the federation loop, as its update protector and aggregator. */
@NullMarked
package io.hedgerow.secureagg.internal.federation;

import org.jspecify.annotations.NullMarked;
