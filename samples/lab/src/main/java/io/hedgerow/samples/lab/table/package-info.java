// SPDX-License-Identifier: Apache-2.0
/** Tables and pictures of measurements consist of columns, spreads, ranges and heat maps. */
@NullMarked
package io.hedgerow.samples.lab.table;

import org.jspecify.annotations.NullMarked;
