// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.internal.truth.TruthReader;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DynamicTruthTest {

    private static final VariableSchema STACKED = new TimeSlices(VariableSchema.of("a", "b"), 1).stacked();

    private static WeightMatrix read(String text) throws IOException {
        return TruthReader.read(new StringReader(text), "truth.csv", STACKED);
    }

    /** Columns a, b, a[t-1], b[t-1]. */
    @Test
    void edges_haveALag() throws IOException {
        WeightMatrix w = read("from,to,lag,weight\na,b,0,0.5\na,a,1,-0.25\nb,a,1,2\n");
        assertEquals(3, w.edgeCount());
        assertEquals(0.5, w.get(0, 1));
        assertEquals(-0.25, w.get(2, 0));
        assertEquals(2, w.get(3, 0));
        assertEquals(1, read("from,to,lag\nb,a,1\n").get(3, 0), "the third column is no weight");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'from,to\na,b\n'|must have a column lag",
                "'from,to,lag\na,b,2\n'|must be a whole number from 0 to 1",
                "'from,to,lag\na,b,0.5\n'|must be a whole number from 0 to 1",
                "'from,to,lag\na,a,0\n'|no variable causes itself",
                "'from,to,lag\na[t-1],b,1\n'|must be one of the 2 variables"
            })
    void badEdges_areRefused(String text, String part) {
        String message = assertThrows(DataException.class, () -> read(text.replace("\\n", "\n")))
                .getMessage();
        assertTrue(message.contains(part), message);
    }

    @Test
    void networksWithAnEdgeIntoThePast_areNoDynamicNetworks() {
        NamedNetwork forwards = NamedNetwork.of(STACKED, Graphs.of(4, new int[] {2, 0}));
        assertTrue(forwards.slices().isPresent());
        NamedNetwork backwards = NamedNetwork.of(STACKED, Graphs.of(4, new int[] {0, 2}));
        assertTrue(backwards.slices().isEmpty());
    }
}
