// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.export.NetworkExporter;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.table.BifReader;
import io.hedgerow.core.table.BifWriter;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Networks that were learned, in the formats of other programs. */
class ExportedNetworkTest {

    private static final VariableSchema NUMBERS = VariableSchema.of("dose", "stay");
    private static final VariableKind ANSWER = new VariableKind.Categorical(List.of("no", "yes"));

    private static LearnedNetwork learned(VariableSchema schema) throws InterruptedException {
        return Learning.of(Method.named("gram")).learn(List.of(rows(schema, 1), rows(schema, 2), rows(schema, 3)));
    }

    /** The second follows from the first; a level is its place. */
    private static RowSource rows(VariableSchema schema, long seed) {
        Random random = new Random(seed);
        double[][] rows = new double[300][];
        for (int r = 0; r < rows.length; r++) {
            double first = schema.levels(0).isEmpty() ? random.nextGaussian() : random.nextInt(2);
            double second = schema.levels(1).isEmpty()
                    ? 2 * first + random.nextGaussian()
                    : random.nextInt(5) > 0 ? first : 1 - first;
            rows[r] = new double[] {first, second};
        }
        return InMemoryRows.of(schema, rows);
    }

    @Test
    void formats_areThoseThatHoldTheNetwork() throws InterruptedException {
        LearnedNetwork numbers = learned(NUMBERS);
        List<String> formats = numbers.formats();
        assertTrue(formats.containsAll(List.of("csv", "graphml", "tetrad", "bnlearn", "effects-csv")), formats + "");
        assertFalse(formats.contains("bif") || formats.contains("curves-csv"), formats.toString());
        for (NetworkExporter exporter : NetworkExporter.all()) {
            if (formats.contains(exporter.format())) {
                assertFalse(numbers.export(exporter.format()).isEmpty(), exporter.format());
            } else {
                assertThrows(DataException.class, () -> numbers.export(exporter.format()), exporter.format());
            }
        }
    }

    @Test
    void export_ofAGraph_isThatOfItsExporter_withWeights() throws InterruptedException {
        LearnedNetwork numbers = learned(NUMBERS);
        assertEquals(NetworkExporter.of("dot").text(numbers.named()), numbers.export("dot"));
        double weight = numbers.network().get(0, 1) + numbers.network().get(1, 0); // one of them is 0
        assertTrue(numbers.export("bnlearn").contains(Double.toString(weight)), numbers.export("bnlearn"));
        assertTrue(numbers.export("effects-csv").startsWith("from,to,probability,median,"));
    }

    @Test
    void export_ofTables_readsBack() throws InterruptedException {
        VariableSchema schema = VariableSchema.of("asked", "said").with(Map.of("asked", ANSWER, "said", ANSWER));
        LearnedNetwork answers = learned(schema);
        assertEquals(1, answers.named().edgeCount());
        // the counts of rows that tables were estimated from are not written
        assertEquals(BifWriter.text(answers.tables().orElseThrow()), answers.export("bif"));
        assertEquals(schema, BifReader.read(answers.export("bif"), "again").schema());
        assertTrue(answers.export("pgmpy").contains("TabularCPD"));
    }

    @Test
    void export_whatAFormatCannotHold_saysWhy() throws InterruptedException {
        LearnedNetwork mixed = learned(VariableSchema.of("asked", "stay").with(Map.of("asked", ANSWER)));
        assertEquals(
                "format bif is refused: BIF holds tables of categories alone, and this network has numbers beside them;"
                        + " choose csv, json, tetrad, graphml or dot, which hold the graph",
                assertThrows(DataException.class, () -> mixed.export("bif")).getMessage());
        assertTrue(assertThrows(DataException.class, () -> mixed.export("bnlearn"))
                .getMessage()
                .startsWith("the network: variables must be all numbers or all categories for a fitted network in this"
                        + " format, and asked are categories beside numbers"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> mixed.export("bfi"))
                .getMessage()
                .startsWith("format must be one of csv, "));
    }
}
