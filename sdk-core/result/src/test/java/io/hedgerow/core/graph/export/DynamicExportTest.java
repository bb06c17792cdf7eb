// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class DynamicExportTest {

    /** Nothing of it in the estimate. */
    private static NamedNetwork missing() {
        return Dynamic.SMALL.withWeights(WeightMatrix.empty(9)).withTruth(Dynamic.SMALL.weights());
    }

    @Test
    void csv_saysTheLag_andQuotesNames() {
        assertEquals(
                "from,to,lag,directed,weight,probability\r\na,\"b, c\",0,true,0.5,\r\na,a,1,true,-0.9,\r\n"
                        + "a,\"b, c\",2,true,0.25,\r\n",
                NetworkExporter.of("csv").text(Dynamic.SMALL));
        assertEquals(
                "from,to,lag,directed,weight,probability\r\n",
                NetworkExporter.of("csv").text(missing()));
    }

    /** Joined 1 and this way 0.96 are shown as 0.9 each; of a lagged edge time gives the direction. */
    @Test
    void csv_probabilityIsAdjacentTimesDirection_asShown() {
        List<String> lines = NetworkExporter.of("csv")
                .text(Dynamic.withProbabilities())
                .lines()
                .toList();
        assertEquals(0.9 * 0.9, Double.parseDouble(lines.get(1).split(",0\\.5,", -1)[1]));
        assertTrue(lines.get(2).endsWith(",0.9"), lines.get(2));
        assertTrue(lines.get(3).endsWith(",0.5"), lines.get(3));
    }

    /** With marks, which say what is known of directions, it is that of the edge. */
    @Test
    void csv_whereCausesMayBeHidden_hasMarks_andProbabilitiesOfEdges() {
        NamedNetwork plain = Dynamic.withProbabilities();
        AncestralMarks marks = AncestralMarks.of(
                9,
                (i, j) -> plain.weights().hasEdge(i, j)
                        ? Optional.of(AncestralMarks.End.ARROW)
                        : plain.weights().hasEdge(j, i) ? Optional.of(AncestralMarks.End.CIRCLE) : Optional.empty(),
                (i, j) -> false,
                Optional.empty(),
                0);
        PairProbabilities marked = new PairProbabilities(
                Optional.empty(), plain.pairs().orElseThrow().directed(), 0.9, Optional.empty(), Optional.of(marks));
        List<String> lines = NetworkExporter.of("csv")
                .text(plain.withPairs(marked.byMarks()))
                .lines()
                .toList();
        assertEquals("from,to,lag,directed,weight,probability,mark", lines.get(0));
        assertTrue(lines.get(1).endsWith(",0,false,0.5,0.9,o->"), lines.get(1));
        assertTrue(lines.get(2).endsWith(",1,false,-0.9,0.9,o->"), lines.get(2));
    }

    @Test
    void csv_leavesVotesOut() {
        NamedNetwork voted = Dynamic.SMALL.withVoteShares(Dynamic.stacked(9, new double[][] {{0, 1, 1}}));
        assertEquals(
                NetworkExporter.of("csv").text(Dynamic.SMALL),
                NetworkExporter.of("csv").text(voted));
    }

    @Test
    void json_hasVariablesOnce_andLagsAtEdges() {
        Map<?, ?> json = (Map<?, ?>) TinyJson.read(new JsonExporter().text(Dynamic.withProbabilities()));
        assertEquals(List.of("a", "b, c", "d"), json.get("variables"));
        assertEquals(2.0, json.get("lags"));
        List<?> edges = (List<?>) Objects.requireNonNull(json.get("edges"));
        List<?> lags = edges.stream().map(e -> ((Map<?, ?>) e).get("lag")).toList();
        assertEquals(List.of(0.0, 1.0, 2.0), lags);
        assertEquals("a", ((Map<?, ?>) edges.get(2)).get("from"));
        assertEquals("b, c", ((Map<?, ?>) edges.get(2)).get("to"));
        assertTrue(((Map<?, ?>) edges.get(0)).containsKey("direction"));
        assertTrue(!((Map<?, ?>) edges.get(1)).containsKey("direction"));
    }

    @Test
    void dot_hasANodeForEachVariable_andDashesLaggedEdges() {
        assertEquals("""
                digraph network {
                  node [shape=box, style=rounded, fontname="Helvetica"];
                  n0 [label="a"];
                  n1 [label="b, c"];
                  n2 [label="d"];
                  n0 -> n1 [weight_value=0.5, color="#0072b2", lag=0];
                  n0 -> n0 [weight_value=-0.9, color="#d55e00", arrowhead=empty, lag=1, label="t-1", style=dashed];
                  n0 -> n1 [weight_value=0.25, color="#0072b2", lag=2, label="t-2", style=dashed];
                }
                """, new DotExporter().text(Dynamic.SMALL));
        assertEquals(3, new DotExporter().text(missing()).split("style=dotted", -1).length - 1);
    }

    @Test
    void graphMl_hasLoopsAndLags() {
        Document xml = Awkward.xml(new GraphMlExporter().text(Dynamic.SMALL));
        assertEquals(3, Awkward.elements(xml, "node").size());
        List<String> edges = Awkward.elements(xml, "edge").stream()
                .map(e -> e.getAttribute("source") + e.getAttribute("target") + lag(e))
                .toList();
        assertEquals(List.of("n0n10", "n0n01", "n0n12"), edges);
    }

    private static String lag(Element edge) {
        Element last = (Element) edge.getLastChild();
        assertEquals("lag", last.getAttribute("key"));
        return last.getTextContent();
    }

    @Test
    void text_listsCausesWithTheirLag() {
        assertEquals("""
                3 variables, 2 lags, 3 edges
                  a[t-1] → a       -0.900
                  a      → b, c     0.500
                  a[t-2] → b, c     0.250
                no edges: d
                """, TextPicture.unicode().text(Dynamic.SMALL));
    }

    /** Each column of the past once: no two edges of different lag may become one. */
    @Test
    void everyFormat_hasEveryEdgeOnce() {
        NamedNetwork network = Dynamic.judged(7, 3, 11);
        int all = network.edges().size();
        int estimated = network.weights().edgeCount();
        assertTrue(all > estimated && estimated > 20);
        List<String> csv = NetworkExporter.of("csv").text(network).lines().toList();
        assertEquals(estimated + 1, csv.stream().distinct().count());
        assertEquals(all, new DotExporter().text(network).split(", lag=", -1).length - 1);
        assertEquals(all, new JsonExporter().text(network).split("\"lag\":", -1).length - 1);
        assertEquals(all, new GraphMlExporter().text(network).split("<edge ", -1).length - 1);
        long text = TextPicture.ascii()
                .text(network)
                .lines()
                .filter(line -> line.contains(" -> "))
                .distinct()
                .count();
        assertEquals(all, text);
    }
}
