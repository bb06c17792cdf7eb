// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.codec;

import io.hedgerow.secureagg.internal.codec.FixedPointPlan.RangeExceededException;

/** A vector of 64-bit lanes that is read once, in tiles, from the first lane to the last. Extension point. */
public interface LaneSource {

    int lanes();

    /**
     * Writes the next {@code count} lanes to the start of a tile.
     *
     * @throws RangeExceededException when this vector cannot hold a value
     */
    void read(int from, long[] tile, int count);
}
