// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.coordinator;

import java.util.List;

/** The sum of the lanes of some sites, modulo 2^64; the last lane counts the sites. Immutable and thread-safe. */
public final class SlotSum {

    private final long[] lanes;
    private final List<Integer> included;

    SlotSum(long[] lanes, List<Integer> included) {
        this.lanes = lanes;
        this.included = included;
    }

    public long[] lanes() {
        return lanes.clone();
    }

    public List<Integer> included() {
        return included;
    }

    @Override
    public String toString() {
        return "SlotSum[sites=" + included.size() + "]";
    }
}
