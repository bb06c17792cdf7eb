// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.codec;

/** Quantises values while they are read, so that the encoded vector is never in memory as a whole. */
final class EncodedVector implements LaneSource {

    private final LaneLayout layout;
    private final double[] values;
    private final int lanes;

    EncodedVector(LaneLayout layout, double[] values) {
        this.layout = layout;
        this.values = values;
        lanes = layout.lanes();
    }

    @Override
    public int lanes() {
        return lanes;
    }

    @Override
    public void read(int from, long[] tile, int count) {
        int end = from + count;
        int laneStart = 0;
        int valueStart = 0;
        for (int b = 0; b < layout.blocks().size(); b++) {
            LaneLayout.Block block = layout.blocks().get(b);
            for (int limb = 0; limb < block.plan().limbs(); limb++) {
                int first = Math.max(from, laneStart);
                int last = Math.min(end, laneStart + block.values());
                if (first < last) {
                    int value = valueStart + first - laneStart;
                    block.plan().encode(values, value, limb, tile, first - from, last - first);
                }
                laneStart += block.values();
            }
            valueStart += block.values();
        }
        if (end == lanes) {
            tile[count - 1] = 1;
        }
    }
}
