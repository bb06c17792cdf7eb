// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.codec;

import java.util.List;

/**
 * The layout of a vector's values in 64-bit lanes: block after block, in a block all high limbs before all low limbs,
 * and a last lane in which every site writes 1. A sum decodes only when that lane counts the expected number of sites
 * and no lane is beyond what they could have sent. Immutable and thread-safe.
 *
 * @param blocks parts of the vector with a plan of their own
 */
public record LaneLayout(List<Block> blocks) {

    public record Block(int values, FixedPointPlan plan) {
        public Block {
            if (!(values >= 1)) {
                throw new IllegalArgumentException("values must be >= 1, was " + values);
            }
        }
    }

    public LaneLayout {
        blocks = List.copyOf(blocks);
        long lanes = blocks.stream()
                .mapToLong(block -> (long) block.values * block.plan.limbs())
                .sum();
        if (!(lanes >= 1 && lanes < Integer.MAX_VALUE / Long.BYTES)) {
            throw new IllegalArgumentException(
                    "lanes must be 1 to " + (Integer.MAX_VALUE / Long.BYTES - 1) + ", were " + lanes);
        }
    }

    public static LaneLayout of(int values, FixedPointPlan plan) {
        return new LaneLayout(List.of(new Block(values, plan)));
    }

    public int values() {
        return blocks.stream().mapToInt(Block::values).sum();
    }

    public int lanes() {
        return 1
                + blocks.stream()
                        .mapToInt(block -> block.values * block.plan.limbs())
                        .sum();
    }

    /** Encodes a vector tile by tile while it is read; the values must not change before that. */
    public LaneSource encode(double[] values) {
        if (values.length != values()) {
            throw new IllegalArgumentException("values must be " + values() + ", were " + values.length);
        }
        return new EncodedVector(this, values);
    }

    public void check(long[] lanes, int contributors) {
        if (lanes.length != lanes()) {
            throw new CorruptSumException("a sum must have " + lanes() + " lanes, had " + lanes.length);
        }
        if (lanes[lanes.length - 1] != contributors) {
            throw new CorruptSumException("the count lane must say " + contributors + " sites, did not");
        }
        checkRange(lanes, contributors);
    }

    /** Refuses a sum with a lane beyond what sites could have sent. */
    public void checkRange(long[] lanes, int contributors) {
        int at = 0;
        for (Block block : blocks) {
            if (contributors > block.plan.sites()) {
                throw new CorruptSumException(
                        "a sum must be of at most " + block.plan.sites() + " sites, was of " + contributors);
            }
            for (int limb = 0; limb < block.plan.limbs(); limb++) {
                long largest = contributors * block.plan.largestLane(limb);
                for (int end = at + block.values; at < end; at++) {
                    if (lanes[at] > largest || lanes[at] < -largest) {
                        throw new CorruptSumException("lane " + at + " must be within what " + contributors
                                + " sites can have sent, was not");
                    }
                }
            }
        }
    }

    /** Decodes a sum that {@link #check} accepts: each value is the nearest double to the sum of the encoded values. */
    public double[] decode(long[] lanes) {
        double[] values = new double[values()];
        int lane = 0;
        int value = 0;
        for (Block block : blocks) {
            int low = block.plan.limbs() == 2 ? block.values : 0;
            for (int i = 0; i < block.values; i++) {
                values[value++] = block.plan.decode(lanes[lane + i], low == 0 ? 0 : lanes[lane + low + i]);
            }
            lane += block.values * block.plan.limbs();
        }
        return values;
    }

    /**
     * Thrown when a sum is not of the expected number of vectors: a mask is missing or wrong, or a site sent other
     * data.
     */
    public static final class CorruptSumException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public CorruptSumException(String message) {
            super(message);
        }
    }

    /** Encodes values as lanes while they are read, so that the encoded vector is never in memory as a whole. */
    private static final class EncodedVector implements LaneSource {

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
}
