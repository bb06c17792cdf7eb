// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.core.protocol.encoding.Payload;
import java.nio.ByteBuffer;
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
        byte[] name = name(solver);
        int size = name.length;
        for (double[] vector : vectors) {
            size += Integer.BYTES + vector.length * Double.BYTES;
        }
        ByteBuffer out = ByteBuffer.allocate(size).put(name);
        for (double[] vector : vectors) {
            out.putInt(vector.length);
            for (double value : vector) {
                out.putLong(Double.doubleToRawLongBits(value));
            }
        }
        return Payload.copyOf(out.array());
    }

    /**
     * Reads vectors of known lengths.
     *
     * @throws IllegalArgumentException when they are of another solver or have other lengths
     */
    public static List<double[]> read(String solver, Payload payload, int... lengths) {
        ByteBuffer in = ByteBuffer.wrap(payload.toBytes());
        byte[] name = name(solver);
        int size = name.length;
        for (int length : lengths) {
            size += Integer.BYTES + length * Double.BYTES;
        }
        boolean ours = in.remaining() == size && Arrays.equals(in.array(), 0, name.length, name, 0, name.length);
        in.position(ours ? name.length : 0);
        List<double[]> vectors = new ArrayList<>();
        for (int k = 0; ours && k < lengths.length; k++) {
            ours = in.getInt() == lengths[k];
            double[] vector = new double[lengths[k]];
            for (int i = 0; ours && i < vector.length; i++) {
                vector[i] = Double.longBitsToDouble(in.getLong());
                ours = Double.isFinite(vector[i]);
            }
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
