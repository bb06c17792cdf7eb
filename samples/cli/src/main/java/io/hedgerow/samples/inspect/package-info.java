// SPDX-License-Identifier: Apache-2.0
/** A look at files in the words of the command line, and the files that it writes. */
@NullMarked
package io.hedgerow.samples.inspect;

import org.jspecify.annotations.NullMarked;
