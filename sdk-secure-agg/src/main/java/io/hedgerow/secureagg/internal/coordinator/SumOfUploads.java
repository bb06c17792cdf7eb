// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.coordinator;

import io.hedgerow.secureagg.internal.codec.LaneSource;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.mask.MaskKernel;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** The sum modulo 2^64 of masked vectors, formed while it is read. */
final class SumOfUploads implements LaneSource {

    private static final VarHandle LANE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final List<Octets> uploads;
    private final int lanes;
    private final byte[] buffer = new byte[MaskKernel.TILE * Long.BYTES];

    SumOfUploads(List<Octets> uploads, int lanes) {
        this.uploads = uploads;
        this.lanes = lanes;
    }

    @Override
    public int lanes() {
        return lanes;
    }

    @Override
    public void read(int from, long[] tile, int count) {
        Arrays.fill(tile, 0, count, 0);
        for (Octets upload : uploads) {
            upload.copyTo(from * Long.BYTES, buffer, 0, count * Long.BYTES);
            for (int i = 0; i < count; i++) {
                tile[i] += (long) LANE.get(buffer, i * Long.BYTES);
            }
        }
    }
}
