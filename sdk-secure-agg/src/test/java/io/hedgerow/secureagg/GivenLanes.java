// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg;

import io.hedgerow.secureagg.internal.codec.LaneSource;

/** Lanes that are there already; the vector is not copied. */
public final class GivenLanes implements LaneSource {

    private final long[] lanes;

    private GivenLanes(long[] lanes) {
        this.lanes = lanes;
    }

    public static LaneSource of(long[] lanes) {
        return new GivenLanes(lanes);
    }

    @Override
    public int lanes() {
        return lanes.length;
    }

    @Override
    public void read(int from, long[] tile, int count) {
        System.arraycopy(lanes, from, tile, 0, count);
    }
}
