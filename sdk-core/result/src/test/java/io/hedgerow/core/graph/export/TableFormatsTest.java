// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.table.BifReader;
import io.hedgerow.core.table.DiscreteNetwork;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Tables in the formats of other programs. */
class TableFormatsTest {

    private static final String BIF = """
            variable dose { type discrete [ 2 ] { low, "very high" }; }
            variable age { type discrete [ 3 ] { <5, 5-12, 12+ }; }
            variable "sick?" { type discrete [ 2 ] { yes, no }; }
            probability ( age ) { table 0.2, 0.3, 0.5; }
            probability ( dose | age ) { (<5) 0.9, 0.1; (5-12) 0.5, 0.5; (12+) 0.25, 0.75; }
            probability ( "sick?" | dose, age ) {
              (low, <5) 0.1, 0.9; (low, 5-12) 0.2, 0.8; (low, 12+) 0.3, 0.7;
              ("very high", <5) 0.4, 0.6; ("very high", 5-12) 0.5, 0.5; ("very high", 12+) 0.6, 0.4;
            }
            """;

    private static DiscreteNetwork network() {
        return BifReader.read(BIF, "test");
    }

    @Test
    void xdsl_hasIdentifiers_causesFirst_andTheVariableFastest() throws Exception {
        Element root = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(NetworkExporter.of("xdsl")
                        .text(ExportedNetwork.of(network()))
                        .getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
        assertEquals("smile", root.getTagName());
        NodeList tables = root.getElementsByTagName("cpt");
        assertEquals(
                List.of("age", "dose", "sick_"),
                IntStream.range(0, 3)
                        .mapToObj(k -> ((Element) tables.item(k)).getAttribute("id"))
                        .toList());
        Element age = (Element) tables.item(0);
        assertEquals(0, age.getElementsByTagName("parents").getLength());
        assertEquals(List.of("x_5", "x5_12", "x12_"), states(age));
        assertEquals("<5, 5-12, 12+", text(age, "property"));
        Element sick = (Element) tables.item(2);
        assertEquals("dose age", text(sick, "parents"));
        assertEquals("0.1 0.9 0.2 0.8 0.3 0.7 0.4 0.6 0.5 0.5 0.6 0.4", text(sick, "probabilities"));
        assertEquals(0, sick.getElementsByTagName("property").getLength());
        NodeList shown = root.getElementsByTagName("name");
        assertEquals("sick?", shown.item(2).getTextContent());
    }

    private static List<String> states(Element table) {
        NodeList states = table.getElementsByTagName("state");
        return IntStream.range(0, states.getLength())
                .mapToObj(k -> ((Element) states.item(k)).getAttribute("id"))
                .toList();
    }

    private static String text(Element within, String tag) {
        return within.getElementsByTagName(tag).item(0).getTextContent();
    }

    @Test
    void xdsl_identifiersStayDistinct() {
        DiscreteNetwork network = BifReader.read(
                "variable a-b { type discrete [ 3 ] { +, -, x_ }; } variable a_b { type discrete [ 2 ] { a, b }; }"
                        + "probability ( a-b ) { table 0.5, 0.25, 0.25; } probability ( a_b ) { table 0.5, 0.5; }",
                "test");
        String text = NetworkExporter.of("xdsl").text(ExportedNetwork.of(network));
        assertTrue(text.contains("<cpt id=\"a_b_2\">") && text.contains("<cpt id=\"a_b\">"), text);
        assertTrue(text.contains("\"x__2\"") && text.contains("\"x__3\"") && text.contains("\"x_\""), text);
    }

    /** R counts the first dimension fastest, whatever it is called. */
    @Test
    void bnlearn_arraysHaveTheProbabilitiesWhereTheirNamesSay() {
        String text = NetworkExporter.of("bnlearn").text(ExportedNetwork.of(network()));
        assertTrue(text.contains("network <- empty.graph(c(\"dose\", \"age\", \"sick?\"))"), text);
        assertTrue(
                text.contains(
                        "\"age\" = matrix(c(0.2, 0.3, 0.5), ncol = 3, dimnames = list(NULL, c(\"<5\", \"5-12\", \"12+\")))"),
                text);
        Matcher array = Pattern.compile(
                        "\"sick\\?\" = array\\(c\\(([^)]*)\\), dim = c\\(([^)]*)\\),\\s+dimnames = list\\((.*)\\)\\)")
                .matcher(text);
        assertTrue(array.find(), text);
        double[] values = numbers(array.group(1));
        assertEquals("2, 3, 2", array.group(2));
        assertEquals(
                "\"sick?\" = c(\"yes\", \"no\"), \"age\" = c(\"<5\", \"5-12\", \"12+\"), \"dose\" = c(\"low\", \"very high\")",
                array.group(3));
        // sick = yes, age = 12+, dose = low
        assertEquals(0.3, values[0 + 2 * 2 + 6 * 0]);
        // sick = no, age = <5, dose = very high
        assertEquals(0.6, values[1 + 2 * 0 + 6 * 1]);
        assertTrue(text.contains("  \"dose\", \"sick?\",\n  \"age\", \"sick?\"\n"), text);
    }

    @Test
    void pgmpy_hasALineForEachLevel_andTheLastParentFastest() {
        String text = NetworkExporter.of("pgmpy").text(ExportedNetwork.of(network()));
        assertTrue(text.contains("""
                    TabularCPD(
                        variable="sick?",
                        variable_card=2,
                        values=[
                            [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
                            [0.9, 0.8, 0.7, 0.6, 0.5, 0.4],
                        ],
                        evidence=["dose", "age"],
                        evidence_card=[2, 3],
                        state_names={"sick?": ["yes", "no"], "dose": ["low", "very high"], "age": ["<5", "5-12", "12+"]},
                    ),
                """), text);
        assertTrue(
                text.contains("        values=[\n            [0.2],\n            [0.3],\n            [0.5],\n"), text);
        assertTrue(text.endsWith(")\nassert model.check_model()\n"), text);
    }

    private static double[] numbers(String list) {
        return Arrays.stream(list.split(", ")).mapToDouble(Double::parseDouble).toArray();
    }

    @Test
    void numbers_readBackToTheSameBits() {
        DiscreteNetwork network = BifReader.read(
                "variable v0 { type discrete [ 3 ] { a, b, c }; }"
                        + "probability ( v0 ) { table 0.30000000000000004, 0.3333333333333333, 0.3666666666666667; }",
                "test");
        Matcher array = Pattern.compile("\"v0\" = (?:array|matrix)\\(c\\(([^)]*)\\)")
                .matcher(NetworkExporter.of("bnlearn").text(ExportedNetwork.of(network)));
        assertTrue(array.find());
        assertArrayEquals(network.table(0).probabilities(0), numbers(array.group(1)));
    }

    @Test
    void numbersOfArraysWithParents_readBackToTheSameBits() {
        double[][] given = {{0.1 + 0.2, 1 - (0.1 + 0.2)}, {1.0 / 3, 1 - 1.0 / 3}, {1.0 / 7, 1 - 1.0 / 7}};
        DiscreteNetwork network = BifReader.read(
                "variable v0 { type discrete [ 3 ] { a, b, c }; } variable v1 { type discrete [ 2 ] { yes, no }; }"
                        + "probability ( v0 ) { table 0.25, 0.25, 0.5; } probability ( v1 | v0 ) {"
                        + " (a) " + given[0][0] + ", " + given[0][1] + "; (b) " + given[1][0] + ", " + given[1][1]
                        + "; (c) " + given[2][0] + ", " + given[2][1] + "; }",
                "test");
        Matcher array = Pattern.compile("\"v1\" = (?:array|matrix)\\(c\\(([^)]*)\\)")
                .matcher(NetworkExporter.of("bnlearn").text(ExportedNetwork.of(network)));
        assertTrue(array.find());
        double[] values = numbers(array.group(1));
        for (int level = 0; level < 3; level++) {
            assertArrayEquals(
                    network.table(1).probabilities(level), new double[] {values[2 * level], values[2 * level + 1]});
            assertArrayEquals(given[level], network.table(1).probabilities(level));
        }
    }
}
