// SPDX-License-Identifier: Apache-2.0
/** The hedgerow command line and everything a user runs first. */
@NullMarked
package io.hedgerow.samples;

import org.jspecify.annotations.NullMarked;
