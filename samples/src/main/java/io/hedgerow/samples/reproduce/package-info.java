// SPDX-License-Identifier: Apache-2.0
/** The tables and figures of the papers, run again and compared with what is printed. */
@NullMarked
package io.hedgerow.samples.reproduce;

import org.jspecify.annotations.NullMarked;
