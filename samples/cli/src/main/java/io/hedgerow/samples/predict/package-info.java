// SPDX-License-Identifier: Apache-2.0
/** Predicts the rows of a file and the effects of interventions with a fitted network, as text and JSON. */
@NullMarked
package io.hedgerow.samples.predict;

import org.jspecify.annotations.NullMarked;
