// SPDX-License-Identifier: Apache-2.0
/** Simulators that follow a paper's published code where it differs from the paper's text. */
@NullMarked
package io.hedgerow.samples.lab.reproduce.simulation;

import org.jspecify.annotations.NullMarked;
