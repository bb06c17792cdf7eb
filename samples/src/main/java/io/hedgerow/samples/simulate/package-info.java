// SPDX-License-Identifier: Apache-2.0
/** Simulated data for files, demonstrations and experiments. */
@NullMarked
package io.hedgerow.samples.simulate;

import org.jspecify.annotations.NullMarked;
