// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

/**
 * The log evidence of a model of some variables together. The score of a variable T with parents P is M(P ∪ T) − M(P),
 * so that graphs that differ by a covered edge have the same score, whatever M is.
 */
public interface SetScore {

    /**
     * M of some variables, ascending; 0 of none. Not a number where it is not known; then it is known of no set that
     * has all of these.
     */
    double of(int[] set);
}
