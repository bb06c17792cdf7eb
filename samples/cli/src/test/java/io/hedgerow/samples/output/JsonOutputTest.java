// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonOutputTest {

    record Edge(String to, String from, double weight) {}

    @SuppressWarnings("ArrayRecordComponent") // arrays must be writable, too
    record Network(String zName, int aCount, List<Edge> edges, double[][] rows, Map<String, Integer> counts) {}

    @Test
    void text_keepsRecordOrderAndSortsMaps() {
        Map<String, Integer> counts = new HashMap<>();
        for (String key : List.of("c", "a", "b")) {
            counts.put(key, key.length());
        }
        Network network =
                new Network("β", 1, List.of(new Edge("x", "y", -0.1)), new double[][] {{1, 2.5, 1e-300}}, counts);
        assertEquals("""
                {
                  "zName" : "β",
                  "aCount" : 1,
                  "edges" : [ {
                    "to" : "x",
                    "from" : "y",
                    "weight" : -0.1
                  } ],
                  "rows" : [ [ 1.0, 2.5, 1.0E-300 ] ],
                  "counts" : {
                    "a" : 1,
                    "b" : 1,
                    "c" : 1
                  }
                }
                """, JsonOutput.text(network));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void text_refusesNumbersThatJsonCannotSay(double number) {
        List<Object> carriers = List.of(
                new Edge("x", "y", number),
                Map.of("weight", number),
                List.of(1.0, number),
                new double[] {0, number},
                new float[] {(float) number},
                new double[][] {{0}, {number}});
        for (Object carrier : carriers) {
            IllegalStateException thrown =
                    assertThrows(IllegalStateException.class, () -> JsonOutput.text(carrier), carrier.toString());
            assertTrue(thrown.toString().contains("must be finite, was " + number), thrown.toString());
        }
    }

    @Test
    void text_refusesWhatHasNoJsonForm() {
        assertThrows(IllegalStateException.class, () -> JsonOutput.text(new Object()));
    }

    @Test
    void text_ofAResult_hasItsComponentsAlone() {
        record Known(int edges) implements Result {
            @Override
            public void describe(PrintWriter out) {
                out.println(edges);
            }
        }
        assertEquals("{\"edges\":3}\n", JsonOutput.line(new Known(3)));
    }

    @Test
    void text_ofAConstant_isItsDashName() {
        assertEquals("\"not-converged\"\n", JsonOutput.text(ExitCode.NOT_CONVERGED));
    }
}
