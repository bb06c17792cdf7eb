// SPDX-License-Identifier: Apache-2.0
/** Runs on independent rows, including published variants of the rounds and Tetrad. */
@NullMarked
package io.hedgerow.samples.lab.reproduce.rows;

import org.jspecify.annotations.NullMarked;
