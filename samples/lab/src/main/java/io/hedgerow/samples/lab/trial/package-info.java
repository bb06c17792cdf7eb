// SPDX-License-Identifier: Apache-2.0
/** A trial is one candidate on one simulated study under its conditions. */
@NullMarked
package io.hedgerow.samples.lab.trial;

import org.jspecify.annotations.NullMarked;
