// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.outside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.lab.outside.OutsideSet.OutsideData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With classes of Tetrad's names and signatures that were written here: Tetrad itself is GPL. */
@Tag("slow")
class TetradLibraryTest {

    private static final String EDGES = """
            java.util.Set<Edge> edges = new java.util.LinkedHashSet<>();
            if (n.size() == 3) {
                edges.add(new Edge(n.get(2), n.get(0), %s));
                edges.add(new Edge(n.get(1), n.get(2), %s));
            }
            return () -> edges;
            """;

    /** By package: what a search of Tetrad takes, and an answer that is always the same. */
    private static Map<String, String> sources() {
        Map<String, String> sources = new LinkedHashMap<>();
        sources.put("graph.Node", "public interface Node { String getName(); }");
        sources.put("graph.Endpoint", "public enum Endpoint { TAIL, ARROW, CIRCLE }");
        sources.put(
                "graph.Edge",
                "public class Edge { private final Node a; private final Node b; private final Endpoint x; private"
                        + " final Endpoint y; public Edge(Node a, Node b, Endpoint x, Endpoint y) { this.a = a; this.b"
                        + " = b; this.x = x; this.y = y; } public Node getNode1() { return a; } public Node getNode2()"
                        + " { return b; } public Endpoint getEndpoint1() { return x; } public Endpoint getEndpoint2() {"
                        + " return y; } }");
        sources.put("graph.Graph", "public interface Graph { java.util.Set<Edge> getEdges(); }");
        sources.put("data.ICovarianceMatrix", "public interface ICovarianceMatrix { java.util.List<Node> nodes(); }");
        sources.put(
                "data.ContinuousVariable",
                "public class ContinuousVariable implements Node { private final String name; public"
                        + " ContinuousVariable(String name) { this.name = name; } public String getName() { return"
                        + " name; } }");
        sources.put(
                "data.CovarianceMatrix",
                "public class CovarianceMatrix implements ICovarianceMatrix { private final java.util.List<Node>"
                        + " nodes; public CovarianceMatrix(java.util.List<Node> nodes, double[][] matrix, int n) { if"
                        + " (matrix[0][1] != 0.5 || n != 99) throw new IllegalStateException(\"n \" + n); this.nodes ="
                        + " nodes; } public java.util.List<Node> nodes() { return nodes; } }");
        sources.put("search.score.Score", "public interface Score { java.util.List<Node> nodes(); }");
        sources.put(
                "search.score.SemBicScore",
                "public class SemBicScore implements Score { private final ICovarianceMatrix c; public"
                        + " SemBicScore(ICovarianceMatrix c) { this.c = c; } public void setPenaltyDiscount(double p)"
                        + " { if (p != 2) throw new IllegalStateException(); } public java.util.List<Node> nodes() {"
                        + " return c.nodes(); } }");
        sources.put("search.SuborderSearch", "public interface SuborderSearch { java.util.List<Node> nodes(); }");
        sources.put(
                "search.Boss",
                "public class Boss implements SuborderSearch { private final Score s; public Boss(Score s) { this.s ="
                        + " s; } public java.util.List<Node> nodes() { return s.nodes(); } }");
        sources.put(
                "search.PermutationSearch",
                "public class PermutationSearch { private final SuborderSearch s; public"
                        + " PermutationSearch(SuborderSearch s) { this.s = s; } public void setSeed(long seed) {}"
                        + " public Graph search() { java.util.List<Node> n = s.nodes(); "
                        + EDGES.formatted("Endpoint.ARROW, Endpoint.TAIL", "Endpoint.TAIL, Endpoint.TAIL") + " } }");
        sources.put("search.IndependenceTest", "public interface IndependenceTest {}");
        sources.put(
                "search.test.IndTestFisherZ",
                "public class IndTestFisherZ implements IndependenceTest { public IndTestFisherZ(ICovarianceMatrix c,"
                        + " double level) {} }");
        sources.put(
                "search.GFci",
                "public class GFci { private final Score s; public GFci(IndependenceTest t, Score s) { this.s = s; }"
                        + " public Graph search() { java.util.List<Node> n = s.nodes(); "
                        + EDGES.formatted("Endpoint.TAIL, Endpoint.ARROW", "Endpoint.CIRCLE, Endpoint.ARROW") + " } }");
        return sources;
    }

    @TempDir
    Path temp;

    /** Compiles them into a jar, but for one. */
    private Path jar(String missing) throws IOException {
        Path classes = Files.createDirectories(temp.resolve("classes"));
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
        for (Map.Entry<String, String> source : sources().entrySet()) {
            String owner = "edu.cmu.tetrad." + source.getKey();
            String folder = owner.substring(0, owner.lastIndexOf('.'));
            Path file = temp.resolve("sources").resolve(owner.replace('.', '/') + ".java");
            Files.createDirectories(file.getParent());
            Files.writeString(
                    file,
                    "package " + folder + "; import edu.cmu.tetrad.graph.*; import edu.cmu.tetrad.data.*; import"
                            + " edu.cmu.tetrad.search.score.*; import edu.cmu.tetrad.search.*; " + source.getValue());
            arguments.add(file.toString());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertEquals(0, compiler.run(null, null, null, arguments.toArray(String[]::new)));
        Path jar = Files.createDirectories(temp.resolve("jars")).resolve("tetrad.jar");
        try (JarOutputStream packed = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String name : sources().keySet()) {
                if (!name.equals(missing)) {
                    String entry = "edu/cmu/tetrad/" + name.replace('.', '/') + ".class";
                    packed.putNextEntry(new JarEntry(entry));
                    packed.write(Files.readAllBytes(classes.resolve(entry)));
                }
            }
        }
        return jar;
    }

    private static OutsideData.WithinSites moments() {
        return new OutsideData.WithinSites(new double[] {1, 0.5, 0, 0.5, 1, 0, 0, 0, 1}, 102, 99);
    }

    @Test
    void marks_areReadOfEdgesInAnyOrder() throws IOException {
        jar("none");
        try (TetradLibrary library = TetradLibrary.open(List.of(temp.resolve("jars")))) {
            Links boss = library.boss(moments(), 3);
            // x3 <-- x1, written from x3's end, and x2 --- x3
            assertTrue(boss.directed().test(0, 2));
            assertFalse(boss.directed().test(2, 0));
            assertTrue(boss.joined().test(1, 2) && boss.joined().test(2, 1));
            assertFalse(boss.directed().test(1, 2) || boss.directed().test(2, 1));
            assertFalse(boss.joined().test(0, 1));
            assertTrue(boss.type().isPresent());
            Links gfci = library.gfci(moments(), 3);
            // x3 --> x1 is a direction, x2 o-> x3 is none
            assertTrue(gfci.directed().test(2, 0));
            assertTrue(gfci.joined().test(1, 2));
            assertFalse(gfci.directed().test(1, 2) || gfci.directed().test(2, 1));
            assertTrue(gfci.type().isEmpty());
        }
    }

    @Test
    void jarWithoutAClassThatASearchNeeds_isRefusedAtOnce() throws IOException {
        Path jar = jar("search.score.SemBicScore");
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> TetradLibrary.open(List.of(jar)));
        assertTrue(refused.getMessage().contains("SemBicScore"), refused.getMessage());
    }

    @Test
    void classesOfTheProgram_areNotSeenByTetrad() throws IOException {
        Path jar = jar("none");
        try (TetradLibrary library = TetradLibrary.open(List.of(jar))) {
            assertTrue(library.boss(moments(), 3).joined().test(0, 2));
            assertThrows(ClassNotFoundException.class, () -> Class.forName("edu.cmu.tetrad.search.GFci"));
        }
    }
}
