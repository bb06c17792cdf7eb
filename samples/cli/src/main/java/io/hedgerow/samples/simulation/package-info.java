// SPDX-License-Identifier: Apache-2.0
/** What a fitted network gives where variables are set: expected values, and rows that are drawn. */
@NullMarked
package io.hedgerow.samples.simulation;

import org.jspecify.annotations.NullMarked;
