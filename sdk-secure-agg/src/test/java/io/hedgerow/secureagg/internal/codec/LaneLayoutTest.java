// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.secureagg.internal.codec.LaneLayout.CorruptSumException;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LaneLayoutTest {

    private static final LaneLayout LAYOUT = new LaneLayout(List.of(
            new LaneLayout.Block(3, FixedPointPlan.finest(4, 8, FixedPointPlan.GUARD_BITS, 1, 0)),
            new LaneLayout.Block(2, FixedPointPlan.twoLimbs(4, 0x1p40))));

    @Test
    void sum_decodesToTheSumOfTheValues() {
        double[] one = {1.5, -8, 0.25, 0x1p39 + 0.125, -3};
        double[] two = {0.5, 8, -0.125, -0x1p38, 1e-3};
        long[] sum = add(lanes(one, 1024), lanes(two, 1024));
        LAYOUT.check(sum, 2);
        // all but 1e-3 are multiples of a step, and that one is rounded at 2^-60
        assertArrayEquals(new double[] {2, 0, 0.125, 0x1p38 + 0.125, -2.999}, LAYOUT.decode(sum), 1e-15);
        assertEquals(8, LAYOUT.lanes());
        assertEquals(5, LAYOUT.values());
    }

    @Property(tries = 20)
    void reading_doesNotDependOnTheTiles(@ForAll @IntRange(min = 1, max = 9) int tile) {
        double[] values = {1.5, -8, 0.25, 0x1p39 + 0.125, -3};
        assertArrayEquals(lanes(values, 1024), lanes(values, tile));
    }

    @Test
    void check_refusesAnotherCountOfSites() {
        long[] sum = lanes(new double[5], 8);
        LAYOUT.check(sum, 1);
        assertThrows(CorruptSumException.class, () -> LAYOUT.check(sum, 2));
        assertThrows(CorruptSumException.class, () -> LAYOUT.check(new long[7], 1));
        assertThrows(CorruptSumException.class, () -> LAYOUT.checkRange(sum, 5));
    }

    @Test
    void check_refusesALaneBeyondWhatSitesCanHaveSent() {
        for (int lane = 0; lane < 7; lane++) {
            int limb = lane < 5 ? 0 : 1;
            long largest = LAYOUT.blocks().get(lane < 3 ? 0 : 1).plan().largestLane(limb);
            for (int sign = -1; sign <= 1; sign += 2) {
                long[] sum = new long[8];
                sum[7] = 1;
                sum[lane] = sign * largest;
                LAYOUT.check(sum, 1);
                sum[lane] = sign * (largest + 1);
                assertThrows(CorruptSumException.class, () -> LAYOUT.check(sum, 1));
            }
        }
    }

    /** A vector that still has a mask is uniform: 200 lanes are all within range with probability below 2^-1400. */
    @Property(tries = 50)
    void check_noticesAMaskThatIsLeft(@ForAll long seed) {
        LaneLayout layout = LaneLayout.of(200, FixedPointPlan.finest(4, 8, FixedPointPlan.GUARD_BITS, 1, 0));
        long[] sum = new Random(seed).longs(201).toArray();
        sum[200] = 3;
        assertThrows(CorruptSumException.class, () -> layout.check(sum, 3));
    }

    @Test
    void layout_refusesWhatHasNoLanes() {
        FixedPointPlan plan = FixedPointPlan.finest(4, 8, FixedPointPlan.GUARD_BITS, 1, 0);
        assertThrows(IllegalArgumentException.class, () -> new LaneLayout(List.of()));
        assertThrows(IllegalArgumentException.class, () -> LaneLayout.of(0, plan));
        assertThrows(IllegalArgumentException.class, () -> LaneLayout.of(Integer.MAX_VALUE, plan));
        assertThrows(IllegalArgumentException.class, () -> LAYOUT.encode(new double[4]));
    }

    @Test
    void upperTriangle_isPackedByRowsAndRestoresTheMatrix() {
        UpperTriangle triangle = new UpperTriangle(3);
        double[] square = {1, 2, 3, 2, 4, 5, 3, 5, 6};
        double[] packed = triangle.pack(square);
        assertArrayEquals(new double[] {1, 2, 3, 4, 5, 6}, packed);
        assertArrayEquals(square, triangle.unpack(packed));
        assertThrows(IllegalArgumentException.class, () -> triangle.pack(packed));
        assertThrows(IllegalArgumentException.class, () -> triangle.unpack(square));
        assertThrows(IllegalArgumentException.class, () -> new UpperTriangle(0));
    }

    /**
     * Lanes are eight bytes each and the largest array is not quite 2^31 of them. Nothing is allocated before a value
     * is encoded.
     */
    @Test
    void layout_isAtMostWhatAnArrayOfBytesHolds() {
        FixedPointPlan one = FixedPointPlan.finest(4, 8, FixedPointPlan.GUARD_BITS, 1, 0);
        FixedPointPlan two = FixedPointPlan.twoLimbs(4, 8);
        assertEquals(268_435_455, LaneLayout.of(268_435_454, one).lanes());
        assertThrows(IllegalArgumentException.class, () -> LaneLayout.of(268_435_455, one));
        assertEquals(268_435_455, LaneLayout.of(134_217_727, two).lanes());
        assertThrows(IllegalArgumentException.class, () -> LaneLayout.of(134_217_728, two));
    }

    @Test
    void blocks_decodeInAnyOrder() {
        LaneLayout layout = new LaneLayout(List.of(
                new LaneLayout.Block(2, FixedPointPlan.twoLimbs(4, 0x1p40)),
                new LaneLayout.Block(3, FixedPointPlan.finest(4, 8, FixedPointPlan.GUARD_BITS, 1, 0))));
        double[] values = {0x1p39 + 0.125, -3, 1.5, -8, 0.25};
        long[] lanes = new long[layout.lanes()];
        layout.encode(values).read(0, lanes, lanes.length);
        assertArrayEquals(values, layout.decode(lanes));
    }

    @Test
    void upperTriangle_isOfMatricesThatAnArrayHolds() {
        assertEquals(1, new UpperTriangle(1).size());
        assertEquals(1_073_720_970, new UpperTriangle(46_340).size());
        assertThrows(IllegalArgumentException.class, () -> new UpperTriangle(46_341));
        assertThrows(IllegalArgumentException.class, () -> new UpperTriangle(0));
    }

    private static long[] lanes(double[] values, int tile) {
        LaneSource source = LAYOUT.encode(values);
        long[] lanes = new long[source.lanes()];
        long[] buffer = new long[tile];
        for (int from = 0; from < lanes.length; from += tile) {
            int count = Math.min(tile, lanes.length - from);
            source.read(from, buffer, count);
            System.arraycopy(buffer, 0, lanes, from, count);
        }
        return lanes;
    }

    private static long[] add(long[] one, long[] two) {
        long[] sum = one.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += two[i];
        }
        return sum;
    }
}
