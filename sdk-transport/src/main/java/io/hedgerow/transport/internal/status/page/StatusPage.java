// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.page;

import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.internal.status.StudyStatus;
import io.hedgerow.transport.internal.status.StudyStatus.SiteStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Renders the complete status page, which refreshes itself with or without scripts. Thread-safe. */
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

    private static final class RoundCurves {

        private static final int LAST = 6;

        private RoundCurves() {}

        static String of(StudyStatus status) {
            List<RoundReport> reports = status.rounds();
            if (reports.isEmpty()) {
                return "<h2>Rounds</h2>\n<p class=\"empty\">No round has ended yet.</p>\n";
            }
            int[] rounds = reports.stream().mapToInt(RoundReport::round).toArray();
            Curve.Series distance =
                    series("distance", reports, round -> round.consensus().distance());
            Curve.Series h = series("h", reports, round -> round.consensus().acyclicity());
            List<Curve.Series> payload = List.of(
                    series("received", reports, round -> (double) round.bytes().up()),
                    series("sent", reports, round -> (double) round.bytes().down()));
            return "<h2>Rounds</h2>\n<div class=\"curves\">\n"
                    + figure(
                            "Consensus distance ",
                            Curve.svg(
                                    "Distance of the sites from the consensus",
                                    rounds,
                                    List.of(distance),
                                    true,
                                    Html::number))
                    + figure("Acyclicity h ", Curve.svg("Acyclicity h", rounds, List.of(h), true, Html::number))
                    + figure(
                            "Payload <span class=\"key line0\">received</span> <span class=\"key line1\">sent</span>",
                            Curve.svg("Payload per round", rounds, payload, false, Html::bytes))
                    + figure("Last rounds ", table(reports))
                    + "</div>\n";
        }

        private static Curve.Series series(
                String name, List<RoundReport> reports, Function<RoundReport, Double> value) {
            return new Curve.Series(name, reports.stream().map(value).toList());
        }

        private static String figure(String caption, String content) {
            return "<figure><figcaption>" + caption + "</figcaption>\n" + content + "</figure>\n";
        }

        private static String table(List<RoundReport> reports) {
            StringBuilder out = new StringBuilder(
                    "<table class=\"numbers\">" + Html.head(List.of("round", "sites", "entries", "distance", "h")));
            for (int k = reports.size() - 1; k >= Math.max(0, reports.size() - LAST); k--) {
                RoundReport report = reports.get(k);
                out.append("<tr><th scope=\"row\">" + (report.round() + 1) + "</th>"
                        + Html.cells(List.of(
                                Integer.toString(report.sites()),
                                Long.toString(report.consensus().support()),
                                Html.number(report.consensus().distance()),
                                Html.number(report.consensus().acyclicity())))
                        + "</tr>\n");
            }
            return out.append("</tbody></table>\n").toString();
        }
    }

    private static final class SiteRows {

        private static final List<String> HEADER = List.of(
                "site",
                "presence",
                "last seen (UTC)",
                "last answer",
                "in sums",
                "bytes received",
                "bytes sent",
                "streams",
                "self-reported ε, δ; not verified");

        private SiteRows() {}

        static String of(StudyStatus status) {
            String counts = Arrays.stream(SiteStatus.Presence.values())
                    .filter(presence -> status.count(presence) > 0)
                    .map(presence -> status.count(presence) + " " + presence.word())
                    .collect(Collectors.joining(", "));
            return "<h2>Sites</h2>\n<p class=\"note\">" + counts
                    + "</p>\n<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table of sites\">"
                    + "<table class=\"sites\">" + Html.head(HEADER)
                    + status.sites().stream().map(site -> row(site, status)).collect(Collectors.joining())
                    + "</tbody></table></div>\n";
        }

        private static String row(SiteStatus site, StudyStatus status) {
            String presence = site.presence().word();
            return "<tr><th scope=\"row\">" + Html.escape(site.site().value()) + "</th>"
                    + Html.cells(List.of(
                            "<span class=\"dot " + presence + "\"></span><span class=\"" + presence + "\">" + presence
                                    + "</span>"
                                    + site.failure()
                                            .map(kind -> " <small class=\"failure\">"
                                                    + Words.dashed(kind).replace('-', ' ') + "</small>")
                                            .orElse("")
                                    + site.hindrance()
                                            .map(why ->
                                                    " <small class=\"failure\">" + Html.escape(why.what()) + "</small>")
                                            .orElse("")
                                    + site.awaitedUntil()
                                            .map(until -> " <small>awaited until " + Html.time(until, status.at())
                                                    + " UTC</small>")
                                            .orElse(""),
                            site.lastSeen()
                                    .map(seen -> Html.time(seen, status.at()) + " <small>"
                                            + Html.duration(Duration.between(seen, status.at())) + " ago</small>")
                                    .orElse("—"),
                            site.answered().isPresent()
                                    ? "round " + (site.answered().getAsInt() + 1)
                                    : "—",
                            (site.lastIn().isPresent()
                                            ? site.roundsIn() + " of " + status.roundsEnded() + ", last round "
                                                    + (site.lastIn().getAsInt() + 1)
                                            : "—")
                                    + (site.outlying()
                                            ? " <small class=\"failure\">first update stands out</small>"
                                            : ""),
                            Html.bytes((double) site.wireIn()),
                            Html.bytes((double) site.wireOut()),
                            Long.toString(site.connections()),
                            site.said()
                                    .spending()
                                    .map(spent -> Html.number(spent.epsilon()) + ", " + Html.number(spent.delta()))
                                    .orElse("—")))
                    + "</tr>\n";
        }
    }
}
