// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A network whose names need every kind of escape, and a way to read XML back. */
public final class Awkward {

    static final List<String> NAMES =
            List.of("p44/42", "say \"a, b\"", "<&> 'x' ]]>", "line\nbreak\ttab", "back\\slash", "血圧 😀", "=1+1");

    /** Weights that show lost digits: 0.1 + 0.2 is no short decimal. */
    public static final NamedNetwork NETWORK =
            NamedNetwork.of(new VariableSchema(NAMES), weights()).withTitle("T \"<&>\" \\ é");

    private Awkward() {}

    private static WeightMatrix weights() {
        double[][] w = new double[7][7];
        w[0][1] = 0.1 + 0.2;
        w[1][2] = -1e-300;
        w[2][3] = 12345678.9;
        w[3][4] = 1 / 3.0;
        w[5][4] = -2;
        return WeightMatrix.of(w);
    }

    public static Document xml(String text) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newDocumentBuilder().parse(new InputSource(new StringReader(text)));
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new AssertionError("not well-formed XML: " + text, e);
        }
    }

    public static List<Element> elements(Document document, String name) {
        return elements(document.getDocumentElement(), name);
    }

    static List<Element> elements(Element within, String name) {
        NodeList found = within.getElementsByTagNameNS("*", name);
        return IntStream.range(0, found.getLength())
                .mapToObj(k -> (Element) found.item(k))
                .toList();
    }
}
