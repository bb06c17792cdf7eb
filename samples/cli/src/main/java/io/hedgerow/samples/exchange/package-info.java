// SPDX-License-Identifier: Apache-2.0
/** Reads, compares and exports learned networks. */
@NullMarked
package io.hedgerow.samples.exchange;

import org.jspecify.annotations.NullMarked;
