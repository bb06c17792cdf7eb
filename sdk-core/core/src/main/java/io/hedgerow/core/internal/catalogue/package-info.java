// SPDX-License-Identifier: Apache-2.0
/**
 * Methods without a privacy guarantee: consensus in rounds, searches on sums of moments, curves, and baselines on
 * pooled data.
 */
@NullMarked
package io.hedgerow.core.internal.catalogue;

import org.jspecify.annotations.NullMarked;
