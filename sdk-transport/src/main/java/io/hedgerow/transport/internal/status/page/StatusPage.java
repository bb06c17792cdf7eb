// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.page;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.internal.status.StudyStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The page, complete as it is served: a browser without scripts shows it all and loads it again from time to time, one
 * with scripts replaces what has changed. Thread-safe.
 */
public final class StatusPage {

    private record Drawn(NamedNetwork network, String svg) {}

    private final NetworkPicture picture;
    private @Nullable Drawn drawn;

    public StatusPage(NetworkPicture picture) {
        this.picture = picture;
    }

    public byte[] of(StudyStatus status) {
        String page = """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <title>%s: %s</title>
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                %s<style>%s</style>
                </head>
                <body data-updates="0">
                %s<p id="trouble" role="alert"></p>
                <main>
                %s</main>
                %s<script>%s</script>
                </body>
                </html>
                """.formatted(
                Html.escape(status.facts().study()),
                PageParts.progress(status),
                status.phase().isOver() ? "" : "<noscript><meta http-equiv=\"refresh\" content=\"10\"></noscript>\n",
                PageResources.STYLE,
                part("header", "top", PageParts.top(status)),
                part("section", "figures", PageParts.figures(status))
                        + part("section", "network", network(status))
                        + part("section", "curves", RoundCurves.of(status))
                        + part("section", "sites", SiteRows.of(status))
                        + part("section", "study", PageParts.facts(status)),
                part("footer", "foot", foot(status)),
                PageResources.SCRIPT);
        return page.getBytes(StandardCharsets.UTF_8);
    }

    private static String part(String element, String id, String content) {
        return "<" + element + " id=\"" + id + "\" data-part>\n" + content + "</" + element + ">\n";
    }

    private String network(StudyStatus status) {
        if (status.network().isEmpty()) {
            return "<h2>Current network</h2>\n<p class=\"empty\">No round has ended yet.</p>\n";
        }
        NamedNetwork network = status.network().get();
        long undirected =
                network.edges().stream().filter(edge -> !edge.directed()).count();
        return "<h2>Current network</h2>\n<p class=\"note\">"
                + Words.count(network.edgeCount(), "edge") + " among "
                + Words.count(network.size(), "variable")
                + (undirected > 0 ? ", " + undirected + " without an identified direction" : "")
                + status.last()
                        .map(last ->
                                (status.phase().isOver() ? ", after round " : ", as of round ") + (last.round() + 1))
                        .orElse("")
                + "</p>\n<div class=\"picture\" tabindex=\"0\" role=\"group\" aria-label=\"Picture of the network\">"
                + svg(network) + "</div>\n" + PageParts.edgeTable(network);
    }

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
