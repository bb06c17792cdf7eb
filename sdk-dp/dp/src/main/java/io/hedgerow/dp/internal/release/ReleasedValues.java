// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.core.internal.bytes.ByteReader;
import io.hedgerow.core.internal.bytes.ByteWriter;
import io.hedgerow.core.protocol.encoding.Payload;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes released vectors as bytes, so that they outlive the process: the solver's identifier and a line feed, then for
 * each vector its length and its doubles, all bits, big-endian.
 */
public final class ReleasedValues {

    private ReleasedValues() {}

    public static Payload write(String solver, double[]... vectors) {
        ByteWriter out = new ByteWriter(0).raw(name(solver));
        for (double[] vector : vectors) {
            out.u32(vector.length).reals(vector);
        }
        return Payload.copyOf(out.toBytes());
    }

    /** Reads vectors of known lengths, which this solver released. */
    public static List<double[]> read(String solver, Payload payload, int... lengths) {
        byte[] name = name(solver);
        int size = name.length;
        for (int length : lengths) {
            size += Integer.BYTES + length * Double.BYTES;
        }
        ByteReader in = new ByteReader(payload.toBytes(), IllegalArgumentException::new);
        boolean ours = payload.size() == size && Arrays.equals(in.raw(name.length), name);
        List<double[]> vectors = new ArrayList<>();
        for (int k = 0; ours && k < lengths.length; k++) {
            ours = in.u32() == lengths[k];
            double[] vector = in.reals(lengths[k]);
            ours &= Arrays.stream(vector).allMatch(Double::isFinite);
            vectors.add(vector);
        }
        if (!ours) {
            throw new IllegalArgumentException(
                    "a released state of solver " + solver + " with these settings has " + size
                            + " bytes and finite values, this one of " + payload.size()
                            + " bytes is of another solver, of other settings or damaged");
        }
        return vectors;
    }

    private static byte[] name(String solver) {
        return (solver + "\n").getBytes(StandardCharsets.US_ASCII);
    }
}
