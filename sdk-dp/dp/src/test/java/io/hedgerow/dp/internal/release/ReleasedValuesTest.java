// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.text.Traces;
import io.hedgerow.core.protocol.encoding.Payload;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReleasedValuesTest {

    private static final String SOLVER = "dp-gram";

    private final Random random = new Random(4);

    @Test
    void vectors_areReadAsTheyWereWritten() {
        double[] one = {1.5, -0.0, Double.MIN_VALUE};
        double[] two = {7};
        List<double[]> read = ReleasedValues.read(SOLVER, ReleasedValues.write(SOLVER, one, two), 3, 1);
        assertArrayEquals(one, read.get(0));
        assertArrayEquals(two, read.get(1));
    }

    /** A state that was cut, or has a wrong byte: the refusal has its size, and nothing of its values. */
    @Test
    void refusalsOfSpoiltStates_haveNoContent() {
        double[] values = random.doubles(40, -900_000, 900_000).toArray();
        byte[] good = ReleasedValues.write(SOLVER, values).toBytes();
        Traces traces = new Traces().of(values).of(good);
        int refused = 0;
        for (int k = 0; k < 1000; k++) {
            byte[] bytes = random.nextBoolean() ? good.clone() : Arrays.copyOf(good, random.nextInt(good.length));
            if (bytes.length > 0) {
                bytes[random.nextInt(Math.min(bytes.length, 16))] = (byte) random.nextInt(256);
            }
            StringWriter said = new StringWriter();
            try {
                ReleasedValues.read(SOLVER, Payload.copyOf(bytes), values.length);
            } catch (IllegalArgumentException e) {
                refused++;
                e.printStackTrace(new PrintWriter(said));
            }
            assertEquals(Optional.empty(), traces.in(said.toString()), said::toString);
        }
        assertTrue(refused > 500, "refused " + refused);
    }
}
