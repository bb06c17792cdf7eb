// SPDX-License-Identifier: Apache-2.0
/** Computes and prints the privacy cost of compositions. */
@NullMarked
package io.hedgerow.samples.accounting;

import org.jspecify.annotations.NullMarked;
