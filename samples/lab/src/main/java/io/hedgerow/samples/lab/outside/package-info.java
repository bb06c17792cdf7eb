// SPDX-License-Identifier: Apache-2.0
/** Runs methods of other programs on the same rows, and compares them with ours. */
@NullMarked
package io.hedgerow.samples.lab.outside;

import org.jspecify.annotations.NullMarked;
