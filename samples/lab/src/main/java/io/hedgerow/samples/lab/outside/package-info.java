// SPDX-License-Identifier: Apache-2.0
/** Methods of other programs run on the same rows, and a table compares them with ours. */
@NullMarked
package io.hedgerow.samples.lab.outside;

import org.jspecify.annotations.NullMarked;
