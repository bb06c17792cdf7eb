// SPDX-License-Identifier: Apache-2.0
/**
 * Methods that promise no privacy: consensus in rounds, searches on sums of moments, curves, and baselines in one
 * place.
 */
@NullMarked
package io.hedgerow.core.internal.catalogue;

import org.jspecify.annotations.NullMarked;
