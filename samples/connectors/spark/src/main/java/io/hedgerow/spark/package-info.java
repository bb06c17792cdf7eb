// SPDX-License-Identifier: Apache-2.0
/** Rows of Apache Spark tables, summed on the cluster. */
@NullMarked
package io.hedgerow.spark;

import org.jspecify.annotations.NullMarked;
