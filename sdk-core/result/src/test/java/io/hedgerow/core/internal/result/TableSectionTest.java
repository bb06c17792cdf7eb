// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.core.table.ProbabilityTable;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableSectionTest {

    private static final String TEXT =
            "{\"tables\":[{\"target\":\"code\",\"levels\":[\"I21.0\",\"I21\"],\"parents\":[\"age\"],"
                    + "\"probabilities\":[[0.25,0.75],[1.0E-5,0.99999],[1.0,0.0]],\"counts\":[4.5,2.0,12.25]},"
                    + "{\"target\":\"age\",\"levels\":[\"<5\",\"5-12\",\"12+\"],\"parents\":[],"
                    + "\"probabilities\":[[0.2,0.3,0.5]]}]}";

    private static DiscreteNetwork network() {
        return DiscreteNetwork.of(
                new VariableSchema(
                        List.of("code", "age"),
                        List.of(
                                VariableKind.categorical("I21.0", "I21"),
                                VariableKind.categorical("<5", "5-12", "12+"))),
                List.of(
                        ProbabilityTable.of(
                                new int[] {1},
                                new double[][] {{0.25, 0.75}, {1e-5, 0.99999}, {1, 0}},
                                new double[] {4.5, 2, 12.25}),
                        ProbabilityTable.of(new int[0], new double[][] {{0.2, 0.3, 0.5}})));
    }

    private static Optional<DiscreteNetwork> read(String text) {
        return TableSection.read("result.json", text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void section_isWrittenAndReadBackExactly() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
            out.writeStartObject();
            TableSection.write(network(), out);
            out.writeEndObject();
        }
        assertEquals(TEXT, text.toString());
        assertEquals(Optional.of(network()), read(TEXT));
    }

    @Test
    void documentsWithoutTables_haveNone() {
        assertEquals(Optional.empty(), read("{\"variables\":[]}"));
        assertEquals(Optional.empty(), read("{\"tables\":[]}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`\"parents\":[\"age\"]`|`\"parents\":[\"aeg\"]`|`tables.parents must be a variable that has a table`",
                "`\"parents\":[\"age\"]`|`\"parents\":[]`|`tables: the table of code must have 1 configurations of its parents and 2 levels, had 3 and 2`",
                "`0.25,`|`0.35,`|`tables.probabilities: the probabilities of configuration 0 must sum to 1, sum to 1.1`",
                "`0.25,`|``|`tables.probabilities: a table must have at least one configuration and two levels, had 3 and 1`",
                "`0.25,`|`\"x\",`|`tables.probabilities must be a number, was \"x\"`",
                "`4.5,`|``|`tables.probabilities: rows must have one number for each of the 3 configurations, had 2`",
                "`4.5,`|`-4.5,`|`tables.probabilities: rows must be finite and > 0, was -4.5`",
                "`\"target\":\"age\"`|`\"target\":\"code\"`|`tables.target: must have one table, has another`",
                "`\"5-12\"`|`\"<5\"`|`tables.levels: levels must be distinct`",
                "`\"target\":\"age\",`|``|`key \"tables.target\" is missing`",
            })
    void damage_isNamedByItsPlace(String what, String by, String message) {
        String text = TEXT.replace(what, by == null ? "" : by);
        String complaint = String.valueOf(
                assertThrows(DataException.class, () -> read(text)).getMessage());
        assertTrue(complaint.startsWith("result.json:1: " + message), complaint);
    }
}
