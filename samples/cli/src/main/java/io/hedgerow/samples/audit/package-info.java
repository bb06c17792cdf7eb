// SPDX-License-Identifier: Apache-2.0
/** Attacks and measurements on the command line. */
@NullMarked
package io.hedgerow.samples.audit;

import org.jspecify.annotations.NullMarked;
