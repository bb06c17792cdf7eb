// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.Graphs;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.graph.export.ExportedNetwork.Part;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.TotalEffects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class NetworkExporterTest {

    private static final NamedNetwork PLAIN =
            NamedNetwork.of(VariableSchema.of("a", "b"), WeightMatrix.ofRows(2, new double[] {0, 0.5, 0, 0}));

    /** Networks of every kind, of which a format can hold at least one. */
    private static final List<ExportedNetwork> NETWORKS = List.of(
            ExportedNetwork.of(Awkward.NETWORK),
            ExportedNetwork.of(Dynamic.SMALL),
            Fitted.linear(),
            Fitted.tables(),
            ExportedNetwork.of(PLAIN)
                    .withCurves(List.of(new Evidence.Curve(
                            0, 1, List.of(new Evidence.Point(0, 0.5, 0.25), new Evidence.Point(1, 2.5, 0.25)), false))),
            ExportedNetwork.of(PLAIN)
                    .withEffects(new TotalEffects(
                            0.05,
                            0,
                            List.of(new TotalEffects.Effect(
                                    0,
                                    1,
                                    0,
                                    Optional.empty(),
                                    0.75,
                                    new TotalEffects.Interval(0.5, 0.25, 1.5),
                                    TotalEffects.Identification.NONE)))));

    /** Every format, so that a new one is tested without a change here. */
    static List<NetworkExporter> all() {
        return NetworkExporter.all();
    }

    static List<NetworkExporter> graphs() {
        return all().stream()
                .filter(exporter -> exporter.needs().contains(Part.GRAPH))
                .toList();
    }

    private static List<ExportedNetwork> held(NetworkExporter exporter) {
        List<ExportedNetwork> held = NETWORKS.stream()
                .filter(network -> exporter.refusal(network).isEmpty())
                .toList();
        assertFalse(held.isEmpty(), "add a network that " + exporter.format() + " can hold");
        return held;
    }

    @ParameterizedTest
    @MethodSource("all")
    void format_isOneName_thatFindsIt(NetworkExporter exporter) {
        String name = exporter.format();
        assertTrue(name.matches("[a-z]+(-[a-z]+)*"), name);
        assertEquals(
                1, all().stream().filter(other -> other.format().equals(name)).count(), name);
        assertEquals(exporter, NetworkExporter.of(name));
        assertEquals(
                exporter, NetworkExporter.of(' ' + name.toUpperCase(Locale.ROOT).replace('-', '_')));
        assertTrue(exporter.fileExtension().matches("[a-zA-Z]+"), name);
        assertTrue(exporter.summary().matches("[^\n]{10,80}[^.\n]"), exporter.summary());
    }

    @Test
    void of_anUnknownName_saysWhichThereAre() {
        String said = assertThrows(IllegalArgumentException.class, () -> NetworkExporter.of("graphlm"))
                .getMessage();
        assertTrue(said.startsWith("format must be one of csv, raw-csv, json, dot, graphml, "), said);
        assertTrue(said.endsWith("; was 'graphlm' (did you mean 'graphml'?)"), said);
    }

    @ParameterizedTest
    @MethodSource("all")
    void write_doesNotDependOnTheLocale(NetworkExporter exporter) {
        Locale before = Locale.getDefault();
        List<String> english = held(exporter).stream().map(exporter::text).toList();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertEquals(english, held(exporter).stream().map(exporter::text).toList());
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void networkWithoutWhatIsNeeded_isRefused_inTheSameWords(NetworkExporter exporter) {
        for (ExportedNetwork network : NETWORKS) {
            Optional<String> why = exporter.refusal(network);
            if (exporter.needs().stream().noneMatch(network::has)) {
                assertTrue(why.isPresent(), exporter.format() + " of " + network.graph());
            }
            if (why.isPresent()) {
                assertEquals(
                        why.get(),
                        assertThrows(DataException.class, () -> exporter.text(network))
                                .getMessage());
                assertTrue(
                        why.get().contains(exporter.format()) || why.get().startsWith(network.source() + ": "),
                        why.get());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void write_handlesNetworksWithoutEdgesAndOfOneVariable(NetworkExporter exporter) {
        NamedNetwork one = NamedNetwork.of(VariableSchema.of("alone"), WeightMatrix.empty(1));
        assertEquals(!exporter.fileExtension().equals("csv"), exporter.text(one).contains("alone"));
        assertFalse(exporter.text(one.withTruth(WeightMatrix.empty(1))).contains("NaN"));
    }

    @ParameterizedTest
    @MethodSource("all")
    void write_passesFailuresOn(NetworkExporter exporter) {
        Appendable full = new Appendable() {
            @Override
            public Appendable append(CharSequence text) throws IOException {
                throw new IOException("disk full");
            }

            @Override
            public Appendable append(CharSequence text, int start, int end) throws IOException {
                throw new IOException("disk full");
            }

            @Override
            public Appendable append(char c) throws IOException {
                throw new IOException("disk full");
            }
        };
        held(exporter).forEach(network -> assertThrows(IOException.class, () -> exporter.write(network, full)));
    }

    @Test
    void text_wrapsFailures() {
        NetworkExporter broken = new PartExporter("broken", "b", "fails", Part.GRAPH, (network, out) -> {
            throw new IOException("no");
        });
        assertThrows(UncheckedIOException.class, () -> broken.text(Awkward.NETWORK));
    }

    @Test
    void csv_quotesAsInRfc4180() {
        VariableSchema schema = VariableSchema.of("a,b", "say \"x\"", "p44/42", " padded");
        WeightMatrix w = Graphs.of(4, new int[] {0, 1}, new int[] {2, 3});
        assertEquals(
                "from,to,directed,weight,adjacent,direction\r\n\"a,b\",\"say \"\"x\"\"\",true,1.0,,\r\n"
                        + "p44/42,\" padded\",true,1.0,,\r\n",
                NetworkExporter.of("csv").text(NamedNetwork.of(schema, w)));
    }

    @Test
    void csv_leavesMissingEdgesOut_andAddsProbabilities() {
        WeightMatrix w = Graphs.of(2, new int[] {0, 1});
        NamedNetwork network = NamedNetwork.of(VariableSchema.of("a", "b"), WeightMatrix.empty(2));
        String header = "from,to,directed,weight,adjacent,direction\r\n";
        assertEquals(header, NetworkExporter.of("csv").text(network.withTruth(w)));
        assertEquals(
                header + "a,b,false,1.0,0.75,0.5\r\n", NetworkExporter.of("csv").text(undirected()));
    }

    /** a — b, joined with probability 0.75, either way. */
    private static NamedNetwork undirected() {
        WeightMatrix w = Graphs.of(2, new int[] {0, 1});
        WeightMatrix half = WeightMatrix.of(new double[][] {{0, 0.375}, {0.375, 0}});
        return NamedNetwork.of(VariableSchema.of("a", "b"), w)
                .withPairs(new PairProbabilities(Optional.of(EquivalenceClass.of(Dag.of(w))), Optional.of(half), 0.99));
    }

    @Test
    void undirectedEdges_areSaidToBe() {
        NamedNetwork network = undirected();
        assertEquals("cpdag", network.kind());
        assertTrue(new JsonExporter()
                .text(network)
                .contains("\"directed\": false, \"weight\": 1.0, \"adjacent\": 0.75, \"direction\": 0.5"));
        assertTrue(new GraphMlExporter().text(network).contains("target=\"n1\" directed=\"false\""));
        assertTrue(new DotExporter().text(network).contains("adjacent=0.75, direction=0.5"));
        assertTrue(new DotExporter().text(network).contains("dir=none"));
        assertTrue(TextPicture.ascii().text(network).contains("a .. b     1.000  joined 0.75  direction 0.50"));
        String svg = NetworkExporter.of("svg").text(network);
        assertTrue(svg.contains("direction not identified"));
        // the legend has two arrows, for signs and widths, and the undirected edge has none
        assertEquals(3, svg.split(" Z\" fill", -1).length, svg);
    }

    @Test
    void json_readsBackExactly() {
        Map<?, ?> json = (Map<?, ?>) TinyJson.read(new JsonExporter().text(Awkward.NETWORK));
        assertEquals(Awkward.NAMES, json.get("variables"));
        assertEquals("T \"<&>\" \\ é", json.get("title"));
        List<?> edges = (List<?>) Objects.requireNonNull(json.get("edges"));
        List<NetworkEdge> expected = Awkward.NETWORK.edges();
        assertEquals(expected.size(), edges.size());
        for (int k = 0; k < expected.size(); k++) {
            Map<?, ?> edge = (Map<?, ?>) edges.get(k);
            assertEquals(Awkward.NAMES.get(expected.get(k).from()), edge.get("from"));
            assertEquals(Awkward.NAMES.get(expected.get(k).to()), edge.get("to"));
            assertEquals(expected.get(k).weight(), edge.get("weight"));
            assertFalse(edge.containsKey("status"));
        }
    }

    @Test
    void json_escapesWhatCouldBreakOut_andSaysStatusAndVotes() {
        WeightMatrix w = Graphs.of(2, new int[] {0, 1});
        NamedNetwork network = NamedNetwork.of(VariableSchema.of("</script>\u2028", "\uD800lone"), w)
                .withTruth(w)
                .withVoteShares(w);
        String text = new JsonExporter().text(network);
        assertFalse(text.contains("<") || text.contains("\u2028") || text.contains("\uD800"));
        Map<?, ?> json = (Map<?, ?>) TinyJson.read(text);
        assertEquals(List.of("</script>\u2028", "\uD800lone"), json.get("variables"));
        assertTrue(text.contains("\"voteShare\": 1.0, \"status\": \"correct\""));
    }

    @Test
    void graphMl_readsBackExactly() {
        Document xml = Awkward.xml(new GraphMlExporter().text(Awkward.NETWORK));
        List<Element> nodes = Awkward.elements(xml, "node");
        Map<String, String> names = new HashMap<>();
        for (Element node : nodes) {
            names.put(node.getAttribute("id"), node.getTextContent());
        }
        assertEquals(Awkward.NAMES, nodes.stream().map(Element::getTextContent).toList());
        List<Element> edges = Awkward.elements(xml, "edge");
        List<NetworkEdge> expected = Awkward.NETWORK.edges();
        assertEquals(expected.size(), edges.size());
        for (int k = 0; k < expected.size(); k++) {
            Element edge = edges.get(k);
            assertEquals(Awkward.NAMES.get(expected.get(k).from()), names.get(edge.getAttribute("source")));
            assertEquals(Awkward.NAMES.get(expected.get(k).to()), names.get(edge.getAttribute("target")));
            assertEquals(expected.get(k).weight(), Double.parseDouble(edge.getTextContent()));
        }
    }

    @Test
    void graphMl_replacesWhatXmlCannotHold() {
        NamedNetwork network = NamedNetwork.of(VariableSchema.of("bell\u0007\uD800\uFFFE"), WeightMatrix.empty(1));
        Document xml = Awkward.xml(new GraphMlExporter().text(network));
        assertEquals(
                "bell\uFFFD\uFFFD\uFFFD", Awkward.elements(xml, "node").get(0).getTextContent());
    }

    @Test
    void graphMl_saysStatusAndVotes() {
        WeightMatrix w = Graphs.of(2, new int[] {0, 1});
        NamedNetwork network =
                NamedNetwork.of(VariableSchema.of("a", "b"), w).withTruth(w).withVoteShares(w);
        assertTrue(new GraphMlExporter()
                .text(network)
                .contains("<data key=\"voteShare\">1.0</data><data key=\"status\">correct</data>"));
    }

    @Test
    void dot_escapesBackslashesQuotesLineBreaksAndEntities() {
        String dot = new DotExporter().text(Awkward.NETWORK);
        assertTrue(dot.contains("n1 [label=\"say \\\"a, b\\\"\"];"), dot);
        assertTrue(dot.contains("n2 [label=\"<&amp;> 'x' ]]>\"];"), dot);
        assertTrue(dot.contains("n3 [label=\"line\\nbreak\ttab\"];"), dot);
        assertTrue(dot.contains("n4 [label=\"back\\\\slash\"];"), dot);
        assertTrue(dot.contains("n0 -> n1 [weight_value=0.30000000000000004, color=\"#0072b2\"];"), dot);
        assertTrue(dot.contains("n5 -> n4 [weight_value=-2.0, color=\"#d55e00\", arrowhead=empty];"), dot);
    }

    @Test
    void dot_dashesMissingEdges() {
        WeightMatrix w = Graphs.of(2, new int[] {0, 1});
        NamedNetwork network = NamedNetwork.of(VariableSchema.of("a", "b"), WeightMatrix.empty(2))
                .withTruth(w);
        assertTrue(new DotExporter().text(network).contains("style=dashed"));
        NamedNetwork sure = NamedNetwork.of(VariableSchema.of("a", "b"), w).withVoteShares(w);
        assertTrue(new DotExporter().text(sure).contains("vote_share=1.0"));
    }
}
