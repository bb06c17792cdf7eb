// SPDX-License-Identifier: Apache-2.0
/** Rows to give away: how near to the rows they stand for, beside those of a published method. */
@NullMarked
package io.hedgerow.samples.lab.synthetic;

import org.jspecify.annotations.NullMarked;
