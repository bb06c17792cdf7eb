// SPDX-License-Identifier: Apache-2.0
/** The lab adds commands that simulate rows, compare methods and reproduce papers to the command line. */
@NullMarked
package io.hedgerow.samples.lab;

import org.jspecify.annotations.NullMarked;
