// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

/**
 * The log evidence of a model of some variables together. The score of a variable T with parents P is M(P ∪ T) − M(P),
 * so that graphs that differ by a covered edge have the same score.
 */
public interface SetScore {

    /** M of some variables, ascending; 0 of none. NaN where it is not known; then so is that of larger sets. */
    double of(int[] set);
}
