// SPDX-License-Identifier: Apache-2.0
/**
 * Methods of this module promise no privacy: consensus in rounds, searches on sums of moments, curves, and baselines
 * in one place.
 */
@NullMarked
package io.hedgerow.core.internal.nonprivate;

import org.jspecify.annotations.NullMarked;
