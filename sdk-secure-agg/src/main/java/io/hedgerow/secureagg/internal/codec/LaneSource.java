// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.codec;

/** A vector of 64-bit lanes that is read once, in tiles, from the first lane to the last. Extension point. */
public interface LaneSource {

    /** Length of the vector: number of lanes. */
    int lanes();

    /**
     * Writes the next lanes to a tile.
     *
     * @param from first lane, the one after the last that was read
     * @param tile written from its start; modified
     * @param count number of lanes, at most the tile's length
     * @throws RangeExceededException when a value cannot be said in this vector
     */
    void read(int from, long[] tile, int count);

    /**
     * Lanes that are there already.
     *
     * @param lanes the vector; not copied
     */
    static LaneSource of(long[] lanes) {
        return new LaneSource() {
            @Override
            public int lanes() {
                return lanes.length;
            }

            @Override
            public void read(int from, long[] tile, int count) {
                System.arraycopy(lanes, from, tile, 0, count);
            }
        };
    }
}
