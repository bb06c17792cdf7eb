// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.truth.TruthReader.Listed;
import io.hedgerow.samples.exchange.Comparison.Pair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {

    @TempDir
    private Path temp;

    private Path file(String name, String... lines) throws IOException {
        return Files.writeString(temp.resolve(name), String.join("\n", lines) + "\n");
    }

    private static Comparison compare(Path a, Path b) throws IOException {
        List<SavedNetwork> both = NetworkFile.read(a, b);
        return Comparison.of(both.get(0), both.get(1));
    }

    @Test
    void listsOfEdges_nameEveryDifference() throws IOException {
        Comparison found = compare(
                file("a.csv", "from,to", "x,y", "y,z", "w,x"), file("b.csv", "cause,effect", "x,y", "z,y", "x,z"));
        assertEquals(List.of(new Pair("x", "z", true)), found.missing());
        assertEquals(List.of(new Pair("w", "x", true)), found.extra());
        assertEquals(List.of(new Pair("y", "z", true)), found.reversed());
        assertEquals(3, found.shd());
        assertEquals(3, found.shdOfIdentified());
        assertEquals(2, found.skeletonErrors());
        assertEquals(1, found.same());
    }

    @Test
    void edgeWithoutDirection_countsAsWrittenInShd_andFitsBothInLists() throws IOException {
        Comparison found =
                compare(file("a.csv", "from,to,directed,weight", "y,x,false,0.5"), file("b.csv", "from,to", "x,y"));
        assertEquals(1, found.shd());
        assertEquals(0, found.shdOfIdentified());
        assertEquals(0, found.skeletonErrors());
        assertEquals(List.of(new Pair("y", "x", false)), found.open());
        assertEquals(List.of(), found.reversed());
    }

    @Test
    void edgesWithoutDirectionInBoth_areTheSame() throws IOException {
        Comparison found =
                compare(file("a.csv", "from,to,directed", "y,x,false"), file("b.csv", "from,to,directed", "x,y,false"));
        assertEquals(List.of(), found.open());
        assertEquals(0, found.shdOfIdentified());
    }

    @Test
    void cycles_areCompared_withoutClasses() throws IOException {
        Comparison found =
                compare(file("a.csv", "from,to", "x,y", "y,x"), file("b.csv", "from,to", "x,y", "y,z", "z,x"));
        assertNull(found.cpdagShd());
        assertEquals(List.of(new Pair("y", "x", true)), found.extra());
        assertEquals(2, found.missing().size());
        assertEquals(3, found.shd());
    }

    @Test
    void lags_areNamedAtTheirColumns() throws IOException {
        Comparison found =
                compare(file("a.csv", "from,to,lag", "x,y,0", "x,x,1"), file("b.csv", "from,to,lag", "x,y,2", "x,x,1"));
        assertEquals(List.of(new Pair("x[t-2]", "y", true)), found.missing());
        assertEquals(List.of(new Pair("x", "y", true)), found.extra());
    }

    /** A pair has a mark of each lag, and those of one lag are not taken for those of another. */
    @Test
    void marksOfAPair_areThoseOfTheirLags() {
        Comparison found = Comparison.of(marked("<->", "o->"), marked("<->", "-->"));
        assertEquals(List.of(new Comparison.OtherMark("x[t-1]", "y", "o->", "-->")), found.marks());
        assertEquals(
                List.of(new Comparison.OtherMark("x", "y", "<->", "-->")),
                Comparison.of(marked("<->", "o->"), marked("-->", "o->")).marks());
        SavedNetwork same = marked("<->", "o->");
        assertEquals(List.of(), Comparison.of(same, same).marks());
        assertEquals(List.of(), Comparison.of(same, same).open());
        NamedNetwork named = same.named();
        AncestralMarks marks = named.pairs().orElseThrow().marks().orElseThrow();
        assertEquals(6, marks.variables());
        assertEquals("<->", marks.mark(0, 1));
        assertEquals("o->", marks.mark(2, 1));
        assertEquals("o->", marks.mark(3, 1));
        assertEquals(AncestralMarks.NONE, marks.mark(4, 1));
    }

    /** x and y within a step, x one step back and y, and y's own past; two lags. */
    private static SavedNetwork marked(String within, String before) {
        Listed now = new Listed("x", "y", 0, true, 0.5);
        Listed past = new Listed("x", "y", 1, true, 0.4);
        Listed own = new Listed("y", "y", 1, true, 0.3);
        return new SavedNetwork(
                "test",
                List.of("x", "y"),
                2,
                List.of(now, past, own),
                Optional.empty(),
                Map.of(),
                Map.of(now, within, past, before, own, "o->"),
                Optional.empty());
    }

    @Test
    void tetradAndMatrix_areRead() throws IOException {
        Path tetrad = file("t.txt", "Graph Nodes:", "x;y;z", "", "Graph Edges:", "1. x --> y", "2. y --- z", "");
        Comparison found = compare(file("m.csv", "0,1,0", "0,0,1", "0,0,0"), tetrad);
        assertEquals(0, found.shd());
        assertEquals(List.of(new Pair("y", "z", true)), found.open());
        assertEquals(List.of("x", "y", "z"), found.variables());
    }

    @Test
    void badFiles_sayWhatIsWrong() throws IOException {
        Path edges = file("a.csv", "from,to", "x,y");
        assertTrue(refused(file("h.csv", "x,y", "y,z"), edges).contains("must begin with from,to or cause,effect"));
        assertTrue(refused(file("d.csv", "from,to", "x,y", "x,y"), edges).contains("listed twice"));
        Path matrix = file("m.csv", "0,1", "0,0");
        assertTrue(refused(matrix, file("n.csv", "0,1", "0,0")).contains("names no variables"));
        Path result = file("result.json", "{\"version\": 1, \"variables\": [\"x\", \"dose\"], \"edges\": []}");
        assertTrue(refused(result, file("e.csv", "from,to", "x,doze")).contains("did you mean \"dose\"?"));
        Path newer = file("newer.json", "{\"version\": 99, \"variables\": [], \"edges\": []}");
        assertTrue(refused(newer, edges).contains("version must be at most 1, was 99"));
        Path other = file("o.json", "{\"variables\": [\"x\", \"age\"], \"edges\": []}");
        assertTrue(refused(result, other).contains("only one of them has age, dose"));
    }

    private static String refused(Path a, Path b) {
        return assertThrows(DataException.class, () -> compare(a, b)).getMessage();
    }
}
