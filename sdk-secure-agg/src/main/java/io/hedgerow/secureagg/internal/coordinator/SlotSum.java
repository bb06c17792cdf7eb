// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.coordinator;

import java.util.List;

/** What a slot gave: the sum of the lanes of some sites. Immutable and thread-safe. */
public final class SlotSum {

    private final long[] lanes;
    private final List<Integer> included;

    SlotSum(long[] lanes, List<Integer> included) {
        this.lanes = lanes;
        this.included = included;
    }

    /** The sum modulo 2^64, lane by lane; the last lane counts the sites: a copy. */
    public long[] lanes() {
        return lanes.clone();
    }

    /** Whose inputs are in it: U3 in ascending order. */
    public List<Integer> included() {
        return included;
    }

    @Override
    public String toString() {
        return "SlotSum[sites=" + included.size() + "]";
    }
}
