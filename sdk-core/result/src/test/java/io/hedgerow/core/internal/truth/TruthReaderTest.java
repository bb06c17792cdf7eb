// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Graphs;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.graph.export.NetworkExporter;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TruthReaderTest {

    private static final VariableSchema ABC = VariableSchema.of("PKA", "p44/42", "a, \"b\"");

    private static WeightMatrix read(String text) throws IOException {
        return TruthReader.read(new StringReader(text), "truth.csv", ABC);
    }

    @Test
    void read_whatTheCsvExporterWroteOfADynamicNetwork_isTheSame() throws IOException {
        VariableSchema columns = VariableSchema.of("a", "b", "a[t-1]", "b[t-1]");
        WeightMatrix w = Graphs.of(4, new int[] {0, 1}, new int[] {2, 0}, new int[] {2, 1});
        String written = NetworkExporter.of("csv").text(NamedNetwork.of(columns, w));
        assertEquals(w, TruthReader.read(new StringReader(written), "truth.csv", columns));
    }

    @Test
    void read_matrix_rowIsTheCause() throws IOException {
        WeightMatrix w = read("\uFEFF0, 0.5,0\r\n0,0,-1e-3\n\n0,0,0\n");
        assertEquals(WeightMatrix.of(new double[][] {{0, 0.5, 0}, {0, 0, -1e-3}, {0, 0, 0}}), w);
    }

    @Test
    void read_edges_withQuotesAndWithoutWeights() throws IOException {
        WeightMatrix w = read("\"Cause\",\"Effect\"\n\"PKA\",\"p44/42\"\n\"a, \"\"b\"\"\",PKA\n");
        assertEquals(Graphs.of(3, new int[] {0, 1}, new int[] {2, 0}), w);
    }

    @Test
    void read_edges_acceptsCyclesAndAHeaderAlone() throws IOException {
        WeightMatrix w = read("cause,effect,weight\nPKA,p44/42,0.25\np44/42, PKA ,-2\n");
        assertEquals(WeightMatrix.of(new double[][] {{0, 0.25, 0}, {-2, 0, 0}, {0, 0, 0}}), w);
        assertEquals(WeightMatrix.empty(3), read("cause,effect\n"));
    }

    @Test
    void read_whatTheCsvExporterWrote_isTheSame() throws IOException {
        WeightMatrix w = Graphs.cyclic(3, 0.8, 4);
        assertEquals(w, read(NetworkExporter.of("csv").text(NamedNetwork.of(ABC, w))));
        NamedNetwork confident = NamedNetwork.of(ABC, w).withVoteShares(Graphs.of(3, new int[] {0, 1}));
        assertEquals(w, read(NetworkExporter.of("csv").text(confident)));
    }

    @Test
    void read_file_namesItInMessages(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("known.csv");
        Files.writeString(file, "cause,effect\nPKA,p44/42\n");
        assertEquals(Graphs.of(3, new int[] {0, 1}), TruthReader.read(file, ABC));
        Files.writeString(file, "");
        DataException e = assertThrows(DataException.class, () -> TruthReader.read(file, ABC));
        assertEquals(file + ": must hold a matrix or a list of edges, is empty", e.getMessage());
        assertThrows(UncheckedIOException.class, () -> TruthReader.read(folder.resolve("none.csv"), ABC));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            0,1\\n0,0                     | truth.csv: must be a 3 x 3 matrix, one line per variable, has 2 lines
            0,0,0\\n0,0\\n0,0,0           | truth.csv, line 2: must have 3 numbers, one per variable, has 2
            0,0,0\\n0,0,x\\n0,0,0         | truth.csv, line 2, column 3: must be a finite number, was "x"
            0,NaN,0\\n0,0,0\\n0,0,0       | truth.csv, line 1, column 2: must be a finite number, was "NaN"
            0,0,0\\n0,1,0\\n0,0,0         | truth.csv, line 2, column 2: the diagonal must be 0, since no variable causes itself, was 1
            cause,effect\\npka,p44/43     | truth.csv, line 2, cause: must be one of the 3 variables, was "pka"; did you mean "PKA"?
            cause,effect\\nPKA,p44/43     | truth.csv, line 2, effect: must be one of the 3 variables, was "p44/43"; did you mean "p44/42"?
            PKA,p44/42                    | truth.csv, line 1: must be a header such as cause,effect, but names two variables
            cause\\nPKA                   | truth.csv, line 1: must be a header such as cause,effect or the first line of a matrix, was "cause"
            cause,effect\\nPKA            | truth.csv, line 2: must have 2 cells like the header, has 1
            cause,effect\\nPKA,PKA        | truth.csv, line 2: no variable causes itself, was PKA
            c,e,w\\nPKA,p44/42,1d         | truth.csv, line 2, weight: must be a finite number, was "1d"
            c,e,w\\nPKA,p44/42,0          | truth.csv, line 2, weight: an edge must have a weight other than 0
            c,e\\nPKA,p44/42\\nPKA,p44/42 | truth.csv, line 3: the edge PKA -> p44/42 is listed twice
            """)
    void read_whenWrong_saysWhereAndWhatInOneLine(String text, String message) {
        DataException e = assertThrows(DataException.class, () -> read(text.replace("\\n", "\n")));
        assertEquals(message, e.getMessage());
    }

    @Test
    void read_whenNotText_showsNoMoreThanNeeded() {
        String longName = "y".repeat(500);
        DataException e = assertThrows(DataException.class, () -> read("c,e\n\"" + longName + "\n\",PKA\n"));
        String message = String.valueOf(e.getMessage());
        assertTrue(message.length() < 250 && !message.contains("\n"), message);
        assertThrows(DataException.class, () -> read("c,e\n\"never closed,PKA\n"));
    }
}
