// SPDX-License-Identifier: Apache-2.0
/** Runs of an item: methods, measures and the file of results. */
@NullMarked
package io.hedgerow.samples.lab.reproduce.run;

import org.jspecify.annotations.NullMarked;
