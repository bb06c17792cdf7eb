// SPDX-License-Identifier: Apache-2.0
/**
 * Studies between separate processes: what a plan means for the SDK, and both ends assembled from a directory each.
 */
@NullMarked
package io.hedgerow.samples.operate;

import org.jspecify.annotations.NullMarked;
