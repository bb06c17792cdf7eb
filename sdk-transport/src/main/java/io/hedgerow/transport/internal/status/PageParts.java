// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Sections of the page. */
final class PageParts {

    private static final int MOST_EDGES = 200;
    private static final int MOST_AWAITED = 5;

    private PageParts() {}

    static String progress(StudyStatus status) {
        return switch (status.phase()) {
            case STARTING -> "starting";
            case RUNNING ->
                "round " + status.roundsEnded() + " of " + status.facts().rounds();
            case ENDED -> "ended";
            case STOPPED -> "stopped";
        };
    }

    static String top(StudyStatus status) {
        StringBuilder out = new StringBuilder("<h1>");
        out.append(Html.escape(status.facts().study())).append("</h1>\n<p class=\"state\"");
        out.append(status.phase().isOver() ? " data-over>" : ">").append("<span class=\"badge ");
        out.append(tone(status)).append("\">").append(status.phase().word()).append("</span> ");
        if (status.outcome().isPresent() && !status.outcome().get().equals("STOPPED")) {
            out.append("<strong>")
                    .append(Html.escape(
                            status.outcome().get().toLowerCase(Locale.ROOT).replace('_', ' ')))
                    .append("</strong>: ");
        }
        out.append(Html.escape(status.reason().orElse(waiting(status)))).append("</p>\n");
        int done = status.roundsEnded();
        int planned = status.facts().rounds();
        out.append("<progress max=\"").append(planned).append("\" value=\"").append(Math.min(done, planned));
        out.append("\" aria-label=\"")
                .append(done)
                .append(" of ")
                .append(planned)
                .append(" rounds ended\"></progress>\n");
        return out.toString();
    }

    private static String tone(StudyStatus status) {
        return switch (status.phase()) {
            case STARTING -> "quiet";
            case RUNNING -> "good";
            case STOPPED -> "bad";
            case ENDED -> {
                String outcome = status.outcome().orElse("");
                yield outcome.equals("CONVERGED") || outcome.equals("ROUNDS_COMPLETED") ? "good" : "bad";
            }
        };
    }

    private static String waiting(StudyStatus status) {
        long online = status.count(SiteStatus.Presence.ONLINE);
        int quorum = status.facts().quorum();
        if (online < quorum) {
            return "waiting for sites: " + online + " of the " + quorum + " that a round needs are here"
                    + awaited(status);
        }
        return (status.phase() == StudyStatus.Phase.STARTING
                        ? "the first round is under way"
                        : "round " + (status.roundsEnded() + 1) + " is under way")
                + awaited(status);
    }

    /** Who is waited for, and until when at the latest. */
    private static String awaited(StudyStatus status) {
        List<SiteStatus> open = status.sites().stream()
                .filter(site -> site.awaitedUntil().isPresent())
                .toList();
        if (open.isEmpty()) {
            return "";
        }
        String names = open.stream()
                .limit(MOST_AWAITED)
                .map(site -> site.site().value())
                .collect(Collectors.joining(", "));
        return "; it waits for " + names
                + (open.size() > MOST_AWAITED ? " and " + (open.size() - MOST_AWAITED) + " more" : "") + " until "
                + Html.clock(
                        open.stream()
                                .flatMap(site -> site.awaitedUntil().stream())
                                .max(Instant::compareTo)
                                .orElseThrow(),
                        status.at())
                + " UTC";
    }

    static String figures(StudyStatus status) {
        StringBuilder out = new StringBuilder("<h2 class=\"unseen\">Figures</h2>\n<dl class=\"figures\">\n");
        figure(
                out,
                "rounds",
                status.roundsEnded() + "<small> of " + status.facts().rounds() + "</small>");
        int sites = status.sites().size();
        long here = status.count(SiteStatus.Presence.ONLINE);
        figure(
                out,
                "sites online",
                here + "<small> of " + sites + ", quorum " + status.facts().quorum() + "</small>");
        figure(out, "payload received", Html.bytes((double) status.bytesUp()));
        figure(out, "payload sent", Html.bytes((double) status.bytesDown()));
        figure(
                out,
                "edges",
                status.network()
                        .map(network -> Integer.toString(network.weights().edgeCount()))
                        .orElse("—"));
        figure(
                out,
                "consensus distance",
                status.last().map(last -> Html.number(last.consensusDistance())).orElse("—"));
        figure(
                out,
                "acyclicity h",
                status.last().map(last -> Html.number(last.acyclicity())).orElse("—"));
        return out.append("</dl>\n").toString();
    }

    private static void figure(StringBuilder out, String name, String value) {
        out.append("<div><dt>").append(name).append("</dt><dd>").append(value).append("</dd></div>\n");
    }

    static String edgeTable(NamedNetwork network) {
        List<NetworkEdge> edges = Edges.strongest(network, MOST_EDGES);
        if (edges.isEmpty()) {
            return "";
        }
        int count = network.weights().edgeCount();
        StringBuilder out = new StringBuilder("<details id=\"edges\"><summary>Edges as a table");
        out.append(count > edges.size() ? ", the " + edges.size() + " strongest of " + count : "");
        out.append("</summary>\n<table class=\"numbers\"><thead><tr><th scope=\"col\">from</th>");
        out.append("<th scope=\"col\"></th><th scope=\"col\">to</th><th scope=\"col\">weight</th>");
        List<EdgeColumn> columns = EdgeColumn.of(edges);
        columns.forEach(
                column -> out.append("<th scope=\"col\">").append(column.head()).append("</th>"));
        out.append("</tr></thead><tbody>\n");
        for (NetworkEdge edge : edges) {
            out.append("<tr><td>").append(Html.escape(network.name(edge.from())));
            out.append("</td><td>").append(edge.directed() ? "→" : "—");
            out.append("</td><td>").append(Html.escape(network.name(edge.to())));
            out.append("</td><td>").append(Html.number(edge.weight())).append("</td>");
            columns.forEach(
                    column -> out.append("<td>").append(column.text(edge)).append("</td>"));
            out.append("</tr>\n");
        }
        return out.append("</tbody></table></details>\n").toString();
    }

    static String facts(StudyStatus status) {
        StudyFacts facts = status.facts();
        StringBuilder out = new StringBuilder("<h2>Study</h2>\n<dl class=\"facts\">\n");
        fact(out, "plan", "<code>" + Html.escape(facts.planDigest()) + "</code>");
        fact(out, "coordinator", Html.escape(facts.coordinator()));
        StringBuilder algorithm = new StringBuilder(Html.escape(facts.algorithm()));
        facts.parameters()
                .forEach((name, value) -> algorithm
                        .append(", ")
                        .append(Html.escape(name))
                        .append(" = ")
                        .append(Html.escape(value)));
        fact(out, "algorithm", algorithm.toString());
        fact(out, "privacy", Html.escape(facts.privacy()));
        fact(out, "secure aggregation", Html.escape(facts.secureAggregation()));
        fact(
                out,
                "rounds",
                "at most " + facts.rounds() + ", each with " + facts.quorum() + " of "
                        + facts.sites().size() + " sites within " + Html.duration(facts.deadline())
                        + "; at least " + facts.minimumCohort() + " sites in a sum");
        fact(
                out,
                "variables",
                facts.variables().size() + ": "
                        + Html.escape(names(facts.variables().names())));
        return out.append("</dl>\n").toString();
    }

    private static String names(List<String> names) {
        return names.size() <= 40
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, 40)) + " and " + (names.size() - 40) + " more";
    }

    private static void fact(StringBuilder out, String name, String value) {
        out.append("<dt>").append(name).append("</dt><dd>").append(value).append("</dd>\n");
    }
}
