// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.text.Words;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The page, complete as it is served: a browser without scripts shows it all and loads it again from time to time, one
 * with scripts replaces what has changed. Thread-safe.
 */
final class StatusPage {

    private record Drawn(NamedNetwork network, String svg) {}

    private final NetworkPicture picture;
    private @Nullable Drawn drawn;

    StatusPage(NetworkPicture picture) {
        this.picture = picture;
    }

    byte[] of(StudyStatus status) {
        String name = Html.escape(status.facts().study());
        StringBuilder out = new StringBuilder(32_768);
        out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
        out.append(name).append(": ").append(PageParts.progress(status)).append("</title>\n");
        out.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        out.append("<meta name=\"color-scheme\" content=\"light dark\">\n");
        if (!status.phase().isOver()) {
            out.append("<noscript><meta http-equiv=\"refresh\" content=\"10\"></noscript>\n");
        }
        out.append("<style>").append(PageResources.STYLE).append("</style>\n</head>\n<body data-updates=\"0\">\n");
        part(out, "header", "top", PageParts.top(status));
        out.append("<p id=\"trouble\" role=\"alert\"></p>\n<main>\n");
        part(out, "section", "figures", PageParts.figures(status));
        part(out, "section", "network", network(status));
        part(out, "section", "curves", RoundCurves.of(status));
        part(out, "section", "sites", SiteRows.of(status));
        part(out, "section", "study", PageParts.facts(status));
        out.append("</main>\n");
        part(out, "footer", "foot", foot(status));
        out.append("<script>").append(PageResources.SCRIPT).append("</script>\n</body>\n</html>\n");
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void part(StringBuilder out, String element, String id, String content) {
        out.append('<').append(element).append(" id=\"").append(id).append("\" data-part>\n");
        out.append(content).append("</").append(element).append(">\n");
    }

    private String network(StudyStatus status) {
        StringBuilder out = new StringBuilder("<h2>Current network</h2>\n");
        if (status.network().isEmpty()) {
            return out.append("<p class=\"empty\">No round has ended yet.</p>\n")
                    .toString();
        }
        NamedNetwork network = status.network().get();
        int edges = network.weights().edgeCount();
        RoundReport last = status.last().orElse(null);
        out.append("<p class=\"note\">").append(Words.count(edges, "edge")).append(" among ");
        out.append(Words.count(network.size(), "variable"));
        long undirected =
                network.edges().stream().filter(edge -> !edge.directed()).count();
        out.append(undirected > 0 ? ", " + undirected + " without an identified direction" : "");
        if (last != null) {
            out.append(status.phase().isOver() ? ", after round " : ", as of round ")
                    .append(last.round() + 1);
        }
        out.append("</p>\n<div class=\"picture\" tabindex=\"0\" role=\"group\" aria-label=\"Picture of the network\">");
        out.append(svg(network)).append("</div>\n");
        return out.append(PageParts.edgeTable(network)).toString();
    }

    /** Drawn once for each network: a large one takes longer than everything else here. */
    private String svg(NamedNetwork network) {
        synchronized (this) {
            if (drawn != null && drawn.network().equals(network)) {
                return drawn.svg();
            }
        }
        String svg = picture.svg(network);
        synchronized (this) {
            drawn = new Drawn(network, svg);
        }
        return svg;
    }

    private static String foot(StudyStatus status) {
        Instant now = status.at();
        return "<p>As of " + Html.time(now, now) + " UTC; the coordinator has run for "
                + Html.duration(Duration.between(status.started(), now))
                + ". Read-only. Also as <a href=\"/status.json\">JSON</a> and <a href=\"/metrics\">metrics</a>.</p>\n";
    }
}
