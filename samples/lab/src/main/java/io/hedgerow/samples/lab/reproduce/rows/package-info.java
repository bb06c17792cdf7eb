// SPDX-License-Identifier: Apache-2.0
/** Runs on rows without time are here, also those by the rounds as a paper prints them and by Tetrad. */
@NullMarked
package io.hedgerow.samples.lab.reproduce.rows;

import org.jspecify.annotations.NullMarked;
