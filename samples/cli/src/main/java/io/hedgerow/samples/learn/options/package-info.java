// SPDX-License-Identifier: Apache-2.0
/** Options of the command line become the parameters of a method here. */
@NullMarked
package io.hedgerow.samples.learn.options;

import org.jspecify.annotations.NullMarked;
