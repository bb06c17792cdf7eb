// SPDX-License-Identifier: Apache-2.0
/** A run of an item has a method, and its measures are kept as lines of a file. */
@NullMarked
package io.hedgerow.samples.lab.reproduce.run;

import org.jspecify.annotations.NullMarked;
