// SPDX-License-Identifier: Apache-2.0
/** Grid search: runs every combination of settings and compares errors, also on held-out rows. */
@NullMarked
package io.hedgerow.samples.lab.grid;

import org.jspecify.annotations.NullMarked;
