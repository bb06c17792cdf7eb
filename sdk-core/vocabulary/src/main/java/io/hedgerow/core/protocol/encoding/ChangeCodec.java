// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol.encoding;

import io.hedgerow.core.internal.bytes.ByteWriter;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.CommunicationPolicy.ValueEncoding;
import java.util.Arrays;

/**
 * Writes changes as bytes and reads them back exactly. Indices are written as gaps; when naming every entry is shorter,
 * indices are left out. Reading refuses anything that {@link #encode} would not write for a vector of this size, apart
 * from the choice between the two forms.
 *
 * <p>Format, version 1: one byte form (1 sparse, 2 dense); sparse: count and gaps as base-128 numbers, then the values;
 * dense: one value for each entry of the vector. Values are big-endian doubles, big-endian floats, or zigzag base-128
 * multiples of the resolution, by the study's {@link CommunicationPolicy}. Immutable and thread-safe.
 */
public final class ChangeCodec {

    private static final int SPARSE = 1;
    private static final int DENSE = 2;
    /** Multiples of the resolution beyond this are not exact in a double. */
    private static final double MAX_MULTIPLE = 0x1p53;

    private final int vectorSize;
    private final CommunicationPolicy policy;

    /**
     * Creates a codec for one study.
     *
     * @param vectorSize length of the parameter vector
     * @param policy how values are written
     */
    public ChangeCodec(int vectorSize, CommunicationPolicy policy) {
        this.vectorSize = vectorSize;
        this.policy = policy;
    }

    /**
     * {@return the change that brings a vector nearest to a goal with values that can be sent; entries that are already
     * as near as can be are left out} Adding it to the vector gives what the other end will have.
     *
     * @param sent the vector that both ends have; not modified
     * @param goal the vector wanted; not modified
     * @throws IllegalArgumentException when an entry of the goal is not finite, or too large for the encoding
     */
    public SparseChange towards(double[] sent, Parameters goal) {
        int[] index = new int[16];
        double[] value = new double[16];
        int count = 0;
        for (int k = 0; k < sent.length; k++) {
            double wanted = goal.get(k);
            // Nearly all entries are 0 at both ends, and rounding is not free.
            if (sent[k] == 0 && wanted == 0) {
                continue;
            }
            double step = step(sent[k], wanted);
            if (step != 0) {
                requireSendable(step, wanted, k);
                if (count == index.length) {
                    index = Arrays.copyOf(index, 2 * count);
                    value = Arrays.copyOf(value, 2 * count);
                }
                index[count] = k;
                value[count++] = step;
            }
        }
        return SparseChange.takeOver(Arrays.copyOf(index, count), Arrays.copyOf(value, count));
    }

    /** Refuses NaN and infinity, which differ from everything sent before, so that every one of them comes here. */
    private void requireSendable(double step, double goal, int entry) {
        if (!Double.isFinite(goal)) {
            throw new UnsendableException("entry " + entry + " must be finite, was not");
        }
        boolean lattice = policy.encoding() == ValueEncoding.FIXED;
        double largest = lattice ? MAX_MULTIPLE * policy.resolution() : Double.MAX_VALUE;
        if (!Double.isFinite(step) || !(Math.abs(step) <= largest) || !(Math.abs(goal) <= largest)) {
            throw new UnsendableException("entry " + entry + " must be at most "
                    + (lattice ? "2^53 steps of the resolution " + policy.resolution() : "the largest number")
                    + " of encoding " + policy.encoding() + ", as must its change; scale the variables or choose"
                    + " another encoding");
        }
    }

    private double step(double sent, double goal) {
        double step = policy.round(goal) - sent;
        return policy.encoding() == ValueEncoding.FLOAT32 ? (float) step : step;
    }

    /**
     * {@return the bytes of a change}
     *
     * @param change indices below the vector size, values that {@link #towards} made
     * @throws IllegalArgumentException when a value is too large for the encoding, or an index for the vector
     */
    public Payload encode(SparseChange change) {
        if (change.size() > 0 && change.index(change.size() - 1) >= vectorSize) {
            throw new IllegalArgumentException(
                    "a change must name entries below " + vectorSize + ", names " + change.index(change.size() - 1));
        }
        long sparse = sparseSize(change);
        if (sparse <= 1 + (long) vectorSize * smallestValue() || sparse <= denseSize(change)) {
            return Payload.takeOver(sparse(change, (int) sparse));
        }
        return Payload.takeOver(dense(change, (int) denseSize(change)));
    }

    private long sparseSize(SparseChange change) {
        long size = 1L + ByteWriter.sizeOfBase128(change.size());
        int previous = -1;
        for (int k = 0; k < change.size(); k++) {
            size += ByteWriter.sizeOfBase128(change.index(k) - previous - 1) + sizeOf(change.value(k));
            previous = change.index(k);
        }
        return size;
    }

    private long denseSize(SparseChange change) {
        long size = 1 + (long) (vectorSize - change.size()) * smallestValue();
        for (int k = 0; k < change.size(); k++) {
            size += sizeOf(change.value(k));
        }
        return size;
    }

    private int sizeOf(double value) {
        return policy.encoding() == ValueEncoding.FIXED
                ? ByteWriter.sizeOfZigzag128((long) (value / policy.resolution()))
                : smallestValue();
    }

    private byte[] sparse(SparseChange change, int size) {
        ByteWriter out = new ByteWriter(size);
        out.u8(SPARSE);
        out.base128(change.size());
        int previous = -1;
        for (int k = 0; k < change.size(); k++) {
            out.base128(change.index(k) - previous - 1);
            previous = change.index(k);
        }
        for (int k = 0; k < change.size(); k++) {
            writeValue(out, change.value(k));
        }
        return out.toBytes();
    }

    private byte[] dense(SparseChange change, int size) {
        ByteWriter out = new ByteWriter(size);
        out.u8(DENSE);
        int at = 0;
        for (int index = 0; index < vectorSize; index++) {
            boolean changed = at < change.size() && change.index(at) == index;
            writeValue(out, changed ? change.value(at++) : 0);
        }
        return out.toBytes();
    }

    /**
     * {@return the change that bytes encode}
     *
     * @param payload bytes that {@link #encode} made
     * @throws ProtocolException when the bytes are anything else
     */
    public SparseChange decode(Payload payload) {
        ChangeReader in = new ChangeReader(payload.bytes());
        int form = in.u8();
        if (form != SPARSE && form != DENSE) {
            throw new ProtocolException("a change must start with form 1 or 2, was " + form);
        }
        int count = form == DENSE ? vectorSize : (int) in.base128(vectorSize);
        // every entry takes at least one byte: a short message cannot make the reader allocate a long vector
        if (count > in.remaining()) {
            throw new ProtocolException("a message of " + in.remaining() + " bytes cannot hold " + count + " entries");
        }
        int[] index = new int[count];
        long next = 0;
        for (int k = 0; k < count; k++) {
            next += form == DENSE ? 0 : in.base128(vectorSize);
            if (next >= vectorSize) {
                throw new ProtocolException("a change must name entries below " + vectorSize + ", was " + next);
            }
            index[k] = (int) next++;
        }
        double[] value = new double[count];
        for (int k = 0; k < count; k++) {
            value[k] = readValue(in);
        }
        in.requireEnd();
        return form == DENSE ? withoutZeros(index, value) : SparseChange.takeOver(index, value);
    }

    private static SparseChange withoutZeros(int[] index, double[] value) {
        int count = 0;
        for (int k = 0; k < index.length; k++) {
            if (value[k] != 0) {
                index[count] = index[k];
                value[count++] = value[k];
            }
        }
        return SparseChange.takeOver(Arrays.copyOf(index, count), Arrays.copyOf(value, count));
    }

    private int smallestValue() {
        return switch (policy.encoding()) {
            case FLOAT64 -> Double.BYTES;
            case FLOAT32 -> Float.BYTES;
            case FIXED -> 1;
        };
    }

    private void writeValue(ByteWriter out, double value) {
        switch (policy.encoding()) {
            case FLOAT64 -> out.u64(Double.doubleToLongBits(value));
            case FLOAT32 -> {
                if (Float.isInfinite((float) value)) {
                    throw new UnsendableException("a change must be at most the largest number of encoding FLOAT32;"
                            + " scale the variables or choose another encoding");
                }
                out.u32(Float.floatToIntBits((float) value));
            }
            case FIXED -> {
                double multiple = value / policy.resolution();
                if (!(Math.abs(multiple) <= MAX_MULTIPLE)) {
                    throw new UnsendableException("a change must be at most 2^53 steps of the resolution "
                            + policy.resolution() + "; scale the variables or choose a coarser resolution");
                }
                out.zigzag128((long) multiple);
            }
        }
    }

    private double readValue(ChangeReader in) {
        double value =
                switch (policy.encoding()) {
                    case FLOAT64 -> Double.longBitsToDouble(in.u64());
                    case FLOAT32 -> Float.intBitsToFloat(in.u32());
                    case FIXED -> {
                        long multiple = in.zigzag128();
                        if (Math.abs((double) multiple) > MAX_MULTIPLE) {
                            throw new ProtocolException("a change must be at most 2^53 steps");
                        }
                        yield multiple * policy.resolution();
                    }
                };
        if (!Double.isFinite(value)) {
            throw new ProtocolException("a change must be finite");
        }
        return value;
    }

    /** Thrown when a value does not fit the study's encoding. Its message names the entry, never the value. */
    public static final class UnsendableException extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        UnsendableException(String message) {
            super(message);
        }
    }
}
