// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol.encoding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.CommunicationPolicy.ValueEncoding;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class ChangeCodecProperties {

    private static final double STEP = 0x1p-14;

    private static CommunicationPolicy policy(ValueEncoding encoding) {
        return new CommunicationPolicy(encoding, STEP, 0, 0);
    }

    private static double[] vector(long seed, int size, double density) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] vector = new double[size];
        for (int k = 0; k < size; k++) {
            vector[k] = random.nextDouble() < density ? 8 * random.nextDouble() - 4 : 0;
        }
        return vector;
    }

    @Property
    void decodeOfEncode_isTheSameChange(
            @ForAll ValueEncoding encoding,
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 400) int size,
            @ForAll @IntRange(max = 4) int quarter) {
        ChangeCodec codec = new ChangeCodec(size, policy(encoding));
        SparseChange change = codec.towards(new double[size], Parameters.takeOver(vector(seed, size, quarter / 4.0)));

        SparseChange read = codec.decode(codec.encode(change));

        assertArrayEquals(applied(change, size), applied(read, size));
    }

    @Property
    void towards_bothEndsAgreeExactly_andReachTheGoalWithinHalfAStep(
            @ForAll ValueEncoding encoding, @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int size) {
        ChangeCodec codec = new ChangeCodec(size, policy(encoding));
        double[] site = new double[size];
        double[] other = new double[size];
        double[] goal = new double[size];
        for (int round = 0; round < 6; round++) {
            goal = vector(seed + round, size, 0.5);
            SparseChange change = codec.towards(site, Parameters.copyOf(goal));
            change.addTo(site);
            codec.decode(codec.encode(change)).addTo(other);
            assertArrayEquals(site, other, "round " + round);
        }
        // FLOAT64 adds a rounded difference: one rounding of numbers below 8, hence 1e-15 · 8
        double tolerance = encoding == ValueEncoding.FLOAT64 ? 1e-14 : STEP / 2;
        assertArrayEquals(goal, site, tolerance);
    }

    @Property
    void entriesThatReturnToZero_areExactlyZeroAtBothEnds(@ForAll ValueEncoding encoding, @ForAll long seed) {
        int size = 30;
        ChangeCodec codec = new ChangeCodec(size, policy(encoding));
        double[] vector = new double[size];
        for (int round = 0; round < 5; round++) {
            codec.towards(vector, Parameters.takeOver(vector(seed + round, size, 0.7)))
                    .addTo(vector);
        }

        codec.towards(vector, Parameters.zeros(size)).addTo(vector);

        assertArrayEquals(new double[size], vector);
    }

    @Property
    void fixedPointSums_areTheSameInAnyOrderOfTheSites(@ForAll @Size(value = 5) long[] seeds) {
        int size = 40;
        ChangeCodec codec = new ChangeCodec(size, policy(ValueEncoding.FIXED));
        double[] forward = new double[size];
        double[] backward = new double[size];
        for (int p = 0; p < seeds.length; p++) {
            codec.towards(new double[size], Parameters.takeOver(vector(seeds[p], size, 0.8)))
                    .addTo(forward);
            codec.towards(new double[size], Parameters.takeOver(vector(seeds[seeds.length - 1 - p], size, 0.8)))
                    .addTo(backward);
        }
        assertArrayEquals(forward, backward);
    }

    @Property(tries = 2000)
    void decode_ofArbitraryBytes_refusesOrYieldsAValidChange(
            @ForAll ValueEncoding encoding, @ForAll @Size(max = 40) byte[] bytes) {
        ChangeCodec codec = new ChangeCodec(50, policy(encoding));
        SparseChange change;
        try {
            change = codec.decode(Payload.copyOf(bytes));
        } catch (ProtocolException refused) {
            return;
        }
        assertTrue(change.size() <= 50);
        assertTrue(Arrays.stream(applied(change, 50)).allMatch(Double::isFinite));
    }

    @Property
    void decode_ofEveryProperPrefix_isRefused(@ForAll ValueEncoding encoding, @ForAll long seed) {
        ChangeCodec codec = new ChangeCodec(20, policy(encoding));
        byte[] bytes = codec.encode(codec.towards(new double[20], Parameters.takeOver(vector(seed, 20, 0.5))))
                .toBytes();
        for (int length = 0; length < bytes.length; length++) {
            Payload prefix = Payload.copyOf(Arrays.copyOf(bytes, length));
            assertThrows(ProtocolException.class, () -> codec.decode(prefix));
        }
        Payload longer = Payload.copyOf(Arrays.copyOf(bytes, bytes.length + 1));
        assertThrows(ProtocolException.class, () -> codec.decode(longer));
    }

    @Property
    void encode_neverTakesMoreThanTheDenseForm(@ForAll long seed, @ForAll @IntRange(max = 10) int tenth) {
        int size = 100;
        ChangeCodec codec = new ChangeCodec(size, policy(ValueEncoding.FLOAT64));
        SparseChange change = codec.towards(new double[size], Parameters.takeOver(vector(seed, size, tenth / 10.0)));
        int encoded = codec.encode(change).size();
        assertTrue(encoded <= 1 + 8 * size, () -> "was " + encoded);
        // form byte, count, a one-byte gap and eight bytes of value for each change
        assertEquals(Math.min(1 + 8 * size, 2 + 9 * change.size()), encoded);
    }

    private static double[] applied(SparseChange change, int size) {
        double[] vector = new double[size];
        change.addTo(vector);
        return vector;
    }
}
