// SPDX-License-Identifier: Apache-2.0
/** A grid runs every combination of settings and compares errors, also on rows that were held out. */
@NullMarked
package io.hedgerow.samples.lab.grid;

import org.jspecify.annotations.NullMarked;
