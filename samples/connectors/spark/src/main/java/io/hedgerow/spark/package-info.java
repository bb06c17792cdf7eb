// SPDX-License-Identifier: Apache-2.0
/** Rows that Apache Spark holds, summed where they are. */
@NullMarked
package io.hedgerow.spark;

import org.jspecify.annotations.NullMarked;
