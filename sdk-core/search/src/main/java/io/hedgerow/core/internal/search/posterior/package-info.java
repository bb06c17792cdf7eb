// SPDX-License-Identifier: Apache-2.0
/** The posterior over structures, computed from one matrix of covariances, noise of the matrix included. */
@NullMarked
package io.hedgerow.core.internal.search.posterior;

import org.jspecify.annotations.NullMarked;
