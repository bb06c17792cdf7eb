// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.mask;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.GivenLanes;
import io.hedgerow.secureagg.ShakeRandom;
import io.hedgerow.secureagg.internal.codec.FixedPointPlan;
import io.hedgerow.secureagg.internal.codec.FixedPointPlan.RangeExceededException;
import io.hedgerow.secureagg.internal.codec.LaneLayout;
import io.hedgerow.secureagg.internal.codec.LaneSink;
import io.hedgerow.secureagg.internal.codec.LaneSource;
import io.hedgerow.secureagg.internal.key.Octets;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class MaskKernelTest {

    private static byte[] key(int number) {
        return new ShakeRandom("mask", number).next32();
    }

    private static long[] run(long[] in, MaskStream... masks) {
        long[] out = new long[in.length];
        new MaskKernel().apply(GivenLanes.of(in), List.of(masks), LaneSink.to(out));
        return out;
    }

    /**
     * NIST SP 800-38A F.5.5 has a counter that is not 0; its key's first block at counter 0 is AES-256 of zeros, FIPS
     * 197.
     */
    @Test
    void keystream_isAesInCounterModeFromZero() throws Exception {
        byte[] key = Octets.ofHex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
                .toBytes();
        javax.crypto.Cipher ecb = javax.crypto.Cipher.getInstance("AES/ECB/NoPadding");
        ecb.init(javax.crypto.Cipher.ENCRYPT_MODE, new javax.crypto.spec.SecretKeySpec(key, "AES"));
        // the published first block of F.5.5: its counter block encrypted is keystream, plain text xor cipher text
        byte[] published =
                ecb.doFinal(Octets.ofHex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff").toBytes());
        assertEquals(Octets.ofHex("0bdf7df1591716335e9a8b15c860c502"), Octets.copyOf(published));
        ByteBuffer blocks = ByteBuffer.allocate(3 * 8192);
        for (int counter = 0; counter < 3 * 512; counter++) {
            blocks.put(ecb.doFinal(
                    ByteBuffer.allocate(16).putLong(0).putLong(counter).array()));
        }
        long[] expected = new long[3 * MaskKernel.TILE];
        blocks.flip().order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(expected);
        assertArrayEquals(expected, run(new long[3 * MaskKernel.TILE], MaskStream.adding(key)));
    }

    @Property(tries = 40)
    void addingAndSubtractingOneMask_leavesTheVector(@ForAll @IntRange(min = 1, max = 3000) int lanes) {
        long[] in = new long[lanes];
        Arrays.setAll(in, i -> i * 0x9E3779B97F4A7C15L);
        assertArrayEquals(in, run(in, MaskStream.adding(key(1)), MaskStream.subtracting(key(1))));
        long[] masked = run(in, MaskStream.adding(key(1)), MaskStream.subtracting(key(2)));
        assertArrayEquals(in, run(masked, MaskStream.subtracting(key(1)), MaskStream.adding(key(2))));
    }

    @Test
    void quantisingInTheKernel_givesTheSameBytesAsBefore() {
        LaneLayout layout = LaneLayout.of(2500, FixedPointPlan.twoLimbs(10, 0x1p30));
        double[] values = new double[2500];
        Arrays.setAll(values, i -> Math.sin(i) * 1e9);
        long[] lanes = run(eager(layout.encode(values)), MaskStream.adding(key(3)));
        byte[] bytes = new byte[layout.lanes() * 8];
        new MaskKernel()
                .apply(layout.encode(values), List.of(MaskStream.adding(key(3))), LaneSink.toLittleEndian(bytes));
        long[] read = new long[lanes.length];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(read);
        assertArrayEquals(lanes, read);
    }

    private static long[] eager(LaneSource source) {
        long[] lanes = new long[source.lanes()];
        new MaskKernel().apply(source, List.of(), LaneSink.to(lanes));
        return lanes;
    }

    @Test
    void valueBeyondTheBound_stopsTheKernel() {
        LaneLayout layout = LaneLayout.of(2, FixedPointPlan.finest(10, 1, FixedPointPlan.GUARD_BITS, 1, 0));
        LaneSource source = layout.encode(new double[] {0, 1.5});
        assertThrows(
                RangeExceededException.class,
                () -> new MaskKernel().apply(source, List.of(), LaneSink.to(new long[3])));
    }

    @Test
    void key_hasItsLength() {
        assertThrows(IllegalArgumentException.class, () -> MaskStream.adding(new byte[16]));
        assertEquals("MaskStream[adding]", MaskStream.adding(key(1)).toString());
        assertEquals("MaskStream[subtracting]", MaskStream.subtracting(key(1)).toString());
    }

    /**
     * χ² of byte values with 255 degrees of freedom: beyond 380 with probability 4e-7 for uniform bytes. The sum of
     * 32-bit halves that were cut to 31 bits would give 2^8 times its expectation in one byte.
     */
    @Test
    void maskedBytes_areUniform() {
        int lanes = 1 << 17;
        for (long level : new long[] {0, (1L << 54) - 1}) {
            long[] in = new long[lanes];
            Arrays.fill(in, level);
            long[] y = run(in, MaskStream.adding(key(4)), MaskStream.subtracting(key(5)), MaskStream.adding(key(6)));
            assertTrue(chiSquare(y) < 380, "chi square of bytes");
            assertTrue(worstBitImbalance(y) < 5.5, "bit balance");
            assertTrue(Math.abs(lagCorrelation(y, y, 1)) < 5, "lag one");
        }
        long[] biased = run(new long[lanes], MaskStream.adding(key(4)));
        Arrays.setAll(biased, i -> biased[i] & 0x7f7f7f7f7f7f7f7fL);
        assertTrue(chiSquare(biased) > 380, "the test must see a lost bit");
    }

    @Test
    void equalInputsUnderDifferentKeys_areUncorrelated() {
        long[] in = new long[1 << 16];
        long[] one = run(in, MaskStream.adding(key(7)), MaskStream.adding(key(8)));
        long[] two = run(in, MaskStream.adding(key(9)), MaskStream.adding(key(10)));
        // 5 standard deviations: 6e-7
        assertTrue(Math.abs(lagCorrelation(one, two, 0)) < 5);
        assertTrue(lagCorrelation(one, one, 0) > 5, "the test must see equal masks");
    }

    private static double chiSquare(long[] lanes) {
        long[] count = new long[256];
        for (long lane : lanes) {
            for (int shift = 0; shift < 64; shift += 8) {
                count[(int) (lane >>> shift) & 0xff]++;
            }
        }
        double expected = lanes.length * 8 / 256.0;
        return Arrays.stream(count)
                .mapToDouble(c -> (c - expected) * (c - expected) / expected)
                .sum();
    }

    /**
     * Largest over the 64 positions of |ones − half| in standard deviations; 5.5 is exceeded with probability 2.5e-6.
     */
    private static double worstBitImbalance(long[] lanes) {
        double worst = 0;
        for (int bit = 0; bit < 64; bit++) {
            int position = bit;
            long ones = Arrays.stream(lanes).map(lane -> lane >>> position & 1).sum();
            worst = Math.max(worst, Math.abs(ones - lanes.length / 2.0) / (Math.sqrt(lanes.length) / 2));
        }
        return worst;
    }

    /** Agreement of bits in standard deviations from chance. */
    private static double lagCorrelation(long[] one, long[] two, int lag) {
        long differing = 0;
        for (int i = lag; i < one.length; i++) {
            differing += Long.bitCount(one[i] ^ two[i - lag]);
        }
        double bits = 64.0 * (one.length - lag);
        return (bits / 2 - differing) / (Math.sqrt(bits) / 2);
    }

    /** 200 tiles may allocate a constant, for the loop's first call, but nothing for each tile. */
    @Test
    void tiles_allocateNothing() {
        Assumptions.assumeTrue(
                ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean,
                "this JVM does not count allocations");
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        MaskKernel kernel = new MaskKernel();
        MaskKernel.warmUp();
        double[] values = new double[400 * MaskKernel.TILE];
        LaneLayout layout = LaneLayout.of(values.length, FixedPointPlan.finest(10, 1, FixedPointPlan.GUARD_BITS, 1, 0));
        byte[] bytes = new byte[layout.lanes() * 8];
        List<Long> allocated = new ArrayList<>();
        for (int run = 0; run < 6; run++) {
            MaskStream[] masks = {MaskStream.adding(key(1)), MaskStream.subtracting(key(2))};
            LaneSource source = layout.encode(values);
            LaneSink sink = LaneSink.toLittleEndian(bytes);
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            kernel.apply(source, List.of(masks), sink);
            allocated.add(threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        assertTrue(allocated.stream().min(Long::compare).orElseThrow() < 4000, "bytes for 400 tiles: " + allocated);
    }
}
