// SPDX-License-Identifier: Apache-2.0
/** Secure aggregation as a protector and an aggregator of the federation loop. */
@NullMarked
package io.hedgerow.secureagg.internal.federation;

import org.jspecify.annotations.NullMarked;
