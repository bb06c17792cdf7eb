// SPDX-License-Identifier: Apache-2.0
/** Learned networks outside of the program: read back, compared and written for other programs. */
@NullMarked
package io.hedgerow.samples.exchange;

import org.jspecify.annotations.NullMarked;
