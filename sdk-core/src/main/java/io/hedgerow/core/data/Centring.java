// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

/**
 * The values that a site subtracts from its records before it takes second moments. Not a privacy statement: see the
 * solver.
 */
public enum Centring {
    /** Nothing: S = XᵀX / n. */
    NONE,
    /** The site's own mean: S is its covariance matrix with divisor n. */
    LOCAL_MEAN
}
