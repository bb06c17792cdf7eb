// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.mask;

import io.hedgerow.secureagg.internal.codec.LaneSink;
import io.hedgerow.secureagg.internal.codec.LaneSource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Adds masks to a vector of lanes modulo 2^64 while it is read and written: the unmasked vector is never in memory
 * beyond one tile. What is written is a uniform vector to anyone who lacks one of the keys.
 *
 * <p>The reasons for its form, on a current server JVM: tiles of 8 KiB stay in the first-level cache, and a cipher call
 * on megabytes would run without its intrinsic until it was compiled; one keystream is added to the tile at a time,
 * because more streams per pass, unrolling by hand, offsets into a large array and bulk copies are all slower. Nothing
 * is allocated per tile.
 *
 * <p>Not thread-safe: one kernel for each thread. Cost: 8 bytes of keystream for each lane and mask.
 */
public final class MaskKernel {

    public static final int TILE = 1024;

    /** What the compiler makes of the loops serves every kernel of the process. */
    private static boolean warm;

    private static final int TILE_BYTES = TILE * Long.BYTES;
    private static final VarHandle LANE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** Masks and tiles until the compiler has seen enough, about 0.3 s from cold. */
    private static final int WARM_MASKS = 8;

    private static final int WARM_TILES = 2000;

    private final byte[] zeros = new byte[TILE_BYTES];
    private final byte[] keystream = new byte[TILE_BYTES];
    private final long[] tile = new long[TILE];

    /**
     * Runs all masks over a vector, and uses them up. On an exception {@code out} has a part of the masked lanes, which
     * must not leave the site.
     */
    public void apply(LaneSource in, List<MaskStream> masks, LaneSink out) {
        MaskStream[] streams = masks.toArray(MaskStream[]::new);
        try {
            int lanes = in.lanes();
            for (int from = 0; from < lanes; from += TILE) {
                int count = Math.min(TILE, lanes - from);
                in.read(from, tile, count);
                maskTile(streams, count);
                out.write(from, tile, count);
            }
        } finally {
            Arrays.fill(keystream, (byte) 0);
            Arrays.fill(tile, 0);
        }
    }

    private void maskTile(MaskStream[] streams, int count) {
        for (int i = 0; i < streams.length; i++) {
            streams[i].next(zeros, keystream, count * Long.BYTES);
            if (streams[i].negative()) {
                subtract(tile, keystream, count);
            } else {
                add(tile, keystream, count);
            }
        }
    }

    private static void add(long[] tile, byte[] keystream, int count) {
        for (int i = 0; i < count; i++) {
            tile[i] += (long) LANE.get(keystream, i * Long.BYTES);
        }
    }

    private static void subtract(long[] tile, byte[] keystream, int count) {
        for (int i = 0; i < count; i++) {
            tile[i] -= (long) LANE.get(keystream, i * Long.BYTES);
        }
    }

    /**
     * Lets the compiler see the loops before they are needed, at the start of a process's first session: the first
     * vectors would otherwise take many times as long.
     */
    public static synchronized void warmUp() {
        if (!warm) {
            new MaskKernel().run();
            warm = true;
        }
    }

    private void run() {
        MaskStream[] streams = new MaskStream[WARM_MASKS];
        for (int i = 0; i < streams.length; i++) {
            byte[] key = new byte[32];
            key[0] = (byte) i;
            streams[i] = i % 2 == 0 ? MaskStream.adding(key) : MaskStream.subtracting(key);
        }
        for (int i = 0; i < WARM_TILES; i++) {
            maskTile(streams, TILE);
        }
    }
}
