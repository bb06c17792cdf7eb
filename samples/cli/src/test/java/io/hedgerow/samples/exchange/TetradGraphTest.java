// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.export.NetworkExporter;
import io.hedgerow.samples.exchange.TetradGraph.Edge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TetradGraphTest {

    private static final VariableSchema SCHEMA = VariableSchema.of("a", "b", "c", "d", "e");

    /** As Tetrad 7.6.5 saves a partial ancestral graph, which it reads from our text, too. */
    private static final String SAVED = """
            Graph Nodes:
            a;b;c;d;e

            Graph Edges:
            1. a o-> b
            2. b <-> c
            3. c --> e
            4. d o-o c

            """;

    private static final String RESULT = """
            {"format": "hedgerow-learn", "version": 1, "kind": "pag", "variables": ["a", "b", "c", "d", "e"], "edges": [
              {"from": "a", "to": "b", "directed": false, "weight": 0.5, "mark": "o->", "adjacent": 0.9},
              {"from": "b", "to": "c", "directed": false, "weight": 0, "mark": "<->", "adjacent": 0.9},
              {"from": "c", "to": "e", "directed": true, "weight": 0.7, "mark": "-->", "adjacent": 0.9},
              {"from": "d", "to": "c", "directed": false, "weight": 0.7, "mark": "o-o", "adjacent": 0.6}]}
            """;

    @TempDir
    Path temp;

    private SavedNetwork read(String name, String text) throws IOException {
        return NetworkFile.read(Files.writeString(temp.resolve(name), text));
    }

    @Test
    void edges_haveMarks_writtenFromTheEndWithoutAnArrowhead() {
        List<String> lines =
                List.of("Graph Edges:", "1. b <-o a dd nl", "2. c <-- b", "3. d o-o e", "4. a <-> e", "5. d --- c");
        assertEquals(
                List.of(
                        new Edge(0, "o->", 1),
                        new Edge(1, "-->", 2),
                        new Edge(3, "o-o", 4),
                        new Edge(0, "<->", 4),
                        new Edge(3, "---", 2)),
                TetradGraph.edges(lines, SCHEMA));
        assertTrue(assertThrows(
                        DataException.class, () -> TetradGraph.edges(List.of("Graph Edges:", "1. a ==> b"), SCHEMA))
                .getMessage()
                .contains("was \"==>\""));
    }

    @Test
    void resultOfMarks_isWrittenAsTetradSavesIt_andReadsBack() throws IOException {
        SavedNetwork result = read("result.json", RESULT);
        assertEquals(SAVED, ExportFormat.text(NetworkExporter.of("tetrad"), result));
        SavedNetwork saved = read("saved.txt", SAVED);
        assertEquals(SAVED, ExportFormat.text(NetworkExporter.of("tetrad"), saved));
        Comparison same = Comparison.of(result, saved);
        assertEquals(0, same.shdOfIdentified());
        assertEquals(List.of(), same.open());
        assertEquals(0, same.skeletonErrors());
        assertEquals(List.of(), same.marks());
        SavedNetwork other =
                read("other.txt", SAVED.replace("a o-> b", "b --> a").replace("4. d o-o c", "4. a o-o e"));
        Comparison differs = Comparison.of(result, other);
        assertEquals(List.of(new Comparison.OtherMark("a", "b", "o->", "<--")), differs.marks());
        assertEquals(2, differs.skeletonErrors());
    }

    @Test
    void resultOfMarks_isOneInEveryFormat() throws IOException {
        NamedNetwork network = read("result.json", RESULT).named();
        assertEquals("pag", network.kind());
        assertEquals(4, network.edgeCount());
        assertTrue(ExportFormat.text(NetworkExporter.of("csv"), read("result.json", RESULT))
                .contains("b,c,false,,"));
        NamedNetwork again = read(
                        "network.json", ExportFormat.text(NetworkExporter.of("json"), read("result.json", RESULT)))
                .named();
        assertEquals("pag", again.kind());
        assertEquals(
                network.edges().stream().map(edge -> edge.mark()).toList(),
                again.edges().stream().map(edge -> edge.mark()).toList());
    }

    /** Lines and arrows alone are a class of networks, which has no circles. */
    @Test
    void classOfNetworks_isNoneOfMarks() throws IOException {
        String text = "Graph Nodes:\na;b;c;d;e\n\nGraph Edges:\n1. a --> b\n2. b --- c\n\n";
        assertEquals("cpdag", read("class.txt", text).named().kind());
        assertEquals(text, ExportFormat.text(NetworkExporter.of("tetrad"), read("class.txt", text)));
    }

    @Test
    void markThatIsNone_isRefused() {
        String wrong = RESULT.replace("o->", "=>");
        assertTrue(assertThrows(DataException.class, () -> read("result.json", wrong))
                .getMessage()
                .contains("mark must be one of the marks"));
    }

    /** Covariances may lean against a direction that only noises tell. */
    @Test
    void directionOfNoises_keepsItsArrowhead() throws IOException {
        String text = """
                {"version": 1, "kind": "dag", "variables": ["a", "b"], "edges": [{"from": "a", "to": "b", "directed": true,
                 "weight": 1, "adjacent": 0.9, "direction": 0.4, "noiseRatio": 12}]}
                """;
        assertTrue(read("result.json", text).named().edges().get(0).directed());
        assertTrue(!read("other.json", text.replace(", \"noiseRatio\": 12", ""))
                .named()
                .edges()
                .get(0)
                .directed());
    }
}
