// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol.encoding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.CommunicationPolicy.ValueEncoding;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeCodecTest {

    private static ChangeCodec codec(ValueEncoding encoding) {
        return new ChangeCodec(400, new CommunicationPolicy(encoding, 0x1p-10, 0, 0));
    }

    @Test
    void encode_writesTheDocumentedFormat() {
        SparseChange change = SparseChange.of(new int[] {3, 4, 300}, new double[] {0x1p-10, -0x1p-10, 1});

        // form 1, count 3, gaps 3, 0 and 295 = 0x127 as a7 02, then 1, -1 and 1024 in zigzag: 02, 01, 80 10
        assertEquals("01030300a70202018010", hex(codec(ValueEncoding.FIXED).encode(change)));
    }

    @Test
    void encode_writesFloatsAndDoublesBigEndian() {
        SparseChange change = SparseChange.of(new int[] {0}, new double[] {1});

        assertEquals("0101003f800000", hex(codec(ValueEncoding.FLOAT32).encode(change)));
        assertEquals("0101003ff0000000000000", hex(codec(ValueEncoding.FLOAT64).encode(change)));
    }

    @Test
    void encode_ofNothing_takesTwoBytes() {
        Payload nothing = codec(ValueEncoding.FIXED).encode(SparseChange.of(new int[0], new double[0]));
        assertEquals("0100", hex(nothing));
    }

    @Test
    void encode_whenValueExceedsTheResolution_saysWhatToDo() {
        SparseChange change = SparseChange.of(new int[] {0}, new double[] {1e15});
        ChangeCodec codec = codec(ValueEncoding.FIXED);
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> codec.encode(change));
        assertTrue(e.getMessage().contains("scale the variables"), e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void towards_whatIsNoNumber_isRefusedByEveryEncoding(double value) {
        for (ValueEncoding encoding : ValueEncoding.values()) {
            double[] goal = new double[400];
            goal[7] = value;
            Parameters wanted = Parameters.takeOver(goal);
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class, () -> codec(encoding).towards(new double[400], wanted));
            assertEquals("entry 7 must be finite, was not", e.getMessage());
        }
    }

    @Test
    void towards_whatTheEncodingCannotCarry_isRefusedInsteadOfSentAsInfinity() {
        double[] goal = new double[400];
        for (ValueEncoding encoding : ValueEncoding.values()) {
            goal[3] = encoding == ValueEncoding.FLOAT64 ? Double.MAX_VALUE : 1e39;
            double[] sent = new double[400];
            sent[3] = encoding == ValueEncoding.FLOAT64 ? -Double.MAX_VALUE : 0;
            Parameters wanted = Parameters.copyOf(goal);
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class, () -> codec(encoding).towards(sent, wanted));
            assertTrue(e.getMessage().contains("scale the variables"), e.getMessage());
        }
        SparseChange tooLarge = SparseChange.of(new int[] {0}, new double[] {1e39});
        assertThrows(
                IllegalArgumentException.class,
                () -> codec(ValueEncoding.FLOAT32).encode(tooLarge));
    }

    /** mostBytes(size) = 1 + size · (bytes of a value), which a change of all entries by the largest value reaches. */
    @ParameterizedTest
    @EnumSource(ValueEncoding.class)
    void mostBytes_areReachedByTheLargestChange_andNeverExceeded(ValueEncoding encoding) {
        CommunicationPolicy policy = new CommunicationPolicy(encoding, 0x1p-10, 0, 0);
        int[] all = new int[400];
        double[] largest = new double[400];
        for (int k = 0; k < 400; k++) {
            all[k] = k;
            largest[k] = -0x1p43; // 2^53 steps of 2^-10
        }
        assertEquals(
                policy.mostBytes(400),
                codec(encoding).encode(SparseChange.of(all, largest)).size());
        int[] half = Arrays.copyOf(all, 200);
        int sparse = codec(encoding)
                .encode(SparseChange.of(half, Arrays.copyOf(largest, 200)))
                .size();
        assertTrue(sparse < policy.mostBytes(400), "bytes were " + sparse);
        assertTrue(codec(encoding)
                        .encode(SparseChange.of(new int[0], new double[0]))
                        .size()
                <= policy.mostBytes(1));
    }

    @Test
    void encode_whenAnIndexIsBeyondTheVector_isRefused() {
        SparseChange beyond = SparseChange.of(new int[] {400}, new double[] {1});
        assertThrows(
                IllegalArgumentException.class, () -> codec(ValueEncoding.FIXED).encode(beyond));
    }

    @Test
    void sparseChange_refusesIndicesThatDoNotIncrease_evenAfterTheLargest() {
        double[] two = {1, 2};
        for (int[] index : new int[][] {{2, 2}, {3, 1}, {-1, 0}, {Integer.MAX_VALUE, 5}}) {
            assertThrows(IllegalArgumentException.class, () -> SparseChange.of(index, two));
        }
    }

    @Test
    void sparseChange_isEqualByContentAndShowsNone() {
        SparseChange one = SparseChange.of(new int[] {3}, new double[] {0.25});
        assertEquals(one, SparseChange.of(new int[] {3}, new double[] {0.25}));
        assertEquals(
                one.hashCode(),
                SparseChange.of(new int[] {3}, new double[] {0.25}).hashCode());
        assertNotEquals(one, SparseChange.of(new int[] {3}, new double[] {0.5}));
        assertNotEquals(one, SparseChange.of(new int[] {4}, new double[] {0.25}));
        assertEquals("SparseChange[size=1]", one.toString());
    }

    @Test
    void decode_refusesNumbersThatAreNotInShortestForm() {
        Payload overlong = Payload.copyOf(HexFormat.of().parseHex("018000"));
        assertThrows(ProtocolException.class, () -> codec(ValueEncoding.FIXED).decode(overlong));
    }

    @Test
    void decode_refusesInfinity() {
        Payload infinite = Payload.copyOf(HexFormat.of().parseHex("0101007f800000"));
        assertThrows(ProtocolException.class, () -> codec(ValueEncoding.FLOAT32).decode(infinite));
    }

    @Test
    void decode_refusesAShortMessageThatClaimsManyEntries() {
        Payload claim = Payload.copyOf(HexFormat.of().parseHex("019003"));
        assertThrows(ProtocolException.class, () -> codec(ValueEncoding.FIXED).decode(claim));
    }

    @Test
    void towards_inFloat32_correctsTheRoundingOfAnEarlierLargeChange() {
        // 20000 + 2^-10 needs more than 24 bits in steps of 2^-10: the first change is rounded, the second corrects it
        ChangeCodec codec = new ChangeCodec(1, new CommunicationPolicy(ValueEncoding.FLOAT32, 0x1p-10, 0, 0));
        double[] sent = new double[1];
        Parameters goal = Parameters.takeOver(new double[] {20000 + 0x1p-10});

        codec.towards(sent, goal).addTo(sent);
        assertEquals(20000, sent[0]);
        codec.towards(sent, goal).addTo(sent);

        assertArrayEquals(goal.toArray(), sent);
    }

    private static String hex(Payload payload) {
        return HexFormat.of().formatHex(payload.toBytes());
    }
}
