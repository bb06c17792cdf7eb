// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

/** The log evidence M of a model of some variables; T with parents P scores M(P ∪ T) − M(P), the same in a class. */
public interface SetScore {

    /** M of some variables, ascending; 0 of none. NaN where it is not known; then so is that of larger sets. */
    double of(int[] set);

    /** The price of an edge beside its prior and its parameters, as {@code StructureScore.caution}; 0 without one. */
    default double caution() {
        return 0;
    }
}
