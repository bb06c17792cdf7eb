// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.samples.exchange.TetradGraph;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.lab.reproduce.rows.TetradProgram.PartialGraph;
import io.hedgerow.samples.lab.reproduce.run.PaperRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** With a stand-in that writes a graph in the form of Tetrad: Tetrad itself is not part of this project. */
@DisabledOnOs(OS.WINDOWS)
class TetradProgramTest {

    private static final VariableSchema SCHEMA = VariableSchema.numbered(3);
    private static final RowSource ROWS = InMemoryRows.of(SCHEMA, new double[][] {{1, 2, 3}, {4, 5, 6.5}});
    private static final List<String> GRAPH = List.of(
            "some text",
            "Graph Nodes:",
            "x1;x2;x3",
            "",
            "Graph Edges:",
            "1. x1 --> x2",
            "2. x2 --- x3",
            "",
            "3. x1 --> x3");

    @TempDir
    Path directory;

    private Path program(String... lines) throws IOException {
        Path file = directory.resolve("stand-in");
        Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file;
    }

    @Test
    void graph_isReadUntilTheEmptyLine() {
        PartialGraph read = new PartialGraph(TetradGraph.parse(GRAPH, SCHEMA));
        assertTrue(read.has(0, 1) && !read.has(1, 0));
        assertTrue(read.has(1, 2) && read.has(2, 1));
        assertTrue(!read.has(0, 2) && !read.has(2, 0));
    }

    @Test
    void graph_thatIsNone_isRefused() {
        assertThrows(DataException.class, () -> TetradGraph.parse(List.of("1. x1 --> x2"), SCHEMA));
        assertThrows(DataException.class, () -> TetradGraph.parse(List.of("Graph Edges:", "1. x1 o-> x2"), SCHEMA));
        assertThrows(DataException.class, () -> TetradGraph.parse(List.of("Graph Edges:", "1. x1 --> y"), SCHEMA));
    }

    /** The stand-in copies what it is told and given beside itself, and writes the graph where Tetrad would. */
    @Test
    void learn_givesRowsAndOptions_andReadsTheGraph() throws IOException, InterruptedException {
        Path graph = Files.write(directory.resolve("graph"), GRAPH);
        Path told = directory.resolve("told");
        Path given = directory.resolve("given");
        Path program = program(
                "echo \"$@\" > " + told,
                "while [ $# -gt 0 ]; do",
                "case $1 in --dataset) cp $2 " + given + ";; --prefix) p=$2;; --out) o=$2;; esac",
                "shift; done",
                "cp " + graph + " $o/${p}_out.txt");
        PartialGraph found = new TetradProgram(program).learn("fges-voting", ROWS);
        assertTrue(found.has(0, 1));
        assertEquals("x1,x2,x3\n1,2,3\n4,5,6.5\n", Files.readString(given));
        String line = Files.readString(told);
        assertTrue(line.startsWith("--algorithm fges --data-type continuous --dataset "), line);
        assertTrue(line.contains("--score sem-bic-score") && line.contains("--delimiter comma"), line);
        Path out = Path.of(line.strip().replaceAll(".*--out (\\S+).*", "$1"));
        assertTrue(Files.notExists(out), "its directory is removed");
    }

    /** Older releases call PC pc-all. */
    @Test
    void learn_whereOneNameOfPcIsUnknown_triesTheOther() throws IOException, InterruptedException {
        Path graph = Files.write(directory.resolve("graph"), GRAPH);
        Path program = program(
                "[ $2 = pc-all ] || exit 1",
                "while [ $# -gt 0 ]; do case $1 in --out) o=$2;; esac; shift; done",
                "cp " + graph + " $o/graph.txt");
        assertTrue(new TetradProgram(program).learn("pc-voting", ROWS).has(0, 1));
    }

    @Test
    void learn_withoutAGraph_saysWhatTheProgramSaid() throws IOException {
        TetradProgram silent = new TetradProgram(program("echo out of memory; exit 3"));
        String said = assertThrows(IllegalStateException.class, () -> silent.learn("pc-voting", ROWS))
                .getMessage();
        assertTrue(said.contains("wrote no graph for pc-voting") && said.contains("out of memory"), said);
        TetradProgram slow = new TetradProgram(program("exec sleep 60"), 0);
        String late = assertThrows(IllegalStateException.class, () -> slow.learn("fges-voting", ROWS))
                .getMessage();
        assertTrue(late.contains("must end within 0 minutes"), late);
    }

    /** 001, §6: more than half of the sites; an edge without direction votes for both and is right either way. */
    @Test
    void votes_countBothDirectionsOfWhatHasNone() {
        PartialGraph directed = graph(0, 1);
        PartialGraph open =
                new PartialGraph(new boolean[][] {{false, true, false}, {true, false, false}, {false, false, false}});
        PartialGraph other = graph(2, 1);
        PartialGraph voted = PartialGraph.voted(List.of(directed, open, other));
        assertTrue(voted.has(0, 1) && !voted.has(1, 0) && !voted.has(2, 1));
        WeightMatrix truth = WeightMatrix.of(new double[][] {{0, 0, 0}, {1, 0, 1}, {0, 0, 0}});
        Map<Measure, Double> right = open.figures(truth);
        assertEquals(1, right.get(Measure.SHD), "x2 -> x3 is missed");
        assertEquals(0.5, right.get(Measure.TPR));
        assertEquals(0, right.get(Measure.FDR));
        Map<Measure, Double> wrong = directed.figures(truth);
        assertEquals(2, wrong.get(Measure.SHD), "one is missed and one reversed");
        assertEquals(1, wrong.get(Measure.FDR));
    }

    private static PartialGraph graph(int from, int to) {
        boolean[][] marks = new boolean[3][3];
        marks[from][to] = true;
        return new PartialGraph(marks);
    }

    @Test
    void run_withTheStandIn_votesOverSites() throws IOException, InterruptedException {
        Path graph = Files.write(directory.resolve("graph"), GRAPH);
        Path program = program(
                "while [ $# -gt 0 ]; do case $1 in --out) o=$2;; esac; shift; done", "cp " + graph + " $o/graph.txt");
        RowsRun run = new RowsRun(new PaperData(Optional.empty(), Optional.of(program)), false);
        PaperRun.Measured measured = run.run(
                new Settings(Map.of("variables", "3", "sites", "2", "rows", "4", "algorithm", "fges-voting")), 1);
        assertEquals(2, measured.figures().get(Measure.EDGES));
    }
}
