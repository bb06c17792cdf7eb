// SPDX-License-Identifier: Apache-2.0
/** Converts options of the command line to the parameters of a method. */
@NullMarked
package io.hedgerow.samples.learn.options;

import org.jspecify.annotations.NullMarked;
