// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.page;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.text.Words;

/** Draws a network for a page. The program that starts the page brings it, such as the format {@code svg}. */
@FunctionalInterface
public interface NetworkPicture {

    /** One {@code svg} element, safe inside HTML, without scripts and style attributes, which the policy forbids. */
    String svg(NamedNetwork network);

    /** An HTML document that loads nothing, which a browser may show from a disk; it zooms, filters and finds. */
    static String html(NamedNetwork network, NetworkPicture picture) {
        String name = Html.escape(network.title().orElse("Bayesian network"));
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" + name
                + "</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                + "<meta name=\"color-scheme\" content=\"light dark\">\n"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"" + PageResources.PICTURE_POLICY + "\">\n"
                + "<style>" + PageResources.STYLE + "</style>\n</head>\n<body>\n<section id=\"network\">\n<h1>" + name
                + "</h1>\n<p class=\"note\">" + Words.count(network.edgeCount(), "edge") + " among "
                + Words.count(network.size(), "variable") + "</p>\n"
                + "<div class=\"picture\" tabindex=\"0\" role=\"group\" aria-label=\"Picture of the network\">"
                + picture.svg(network) + "</div>\n" + PageParts.edgeTable(network)
                + "</section>\n<script>" + PageResources.PICTURE_SCRIPT + "</script>\n</body>\n</html>\n";
    }
}
