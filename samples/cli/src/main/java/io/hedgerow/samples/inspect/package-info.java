// SPDX-License-Identifier: Apache-2.0
/** Inspection of data files on the command line, with its reports and mapping files. */
@NullMarked
package io.hedgerow.samples.inspect;

import org.jspecify.annotations.NullMarked;
