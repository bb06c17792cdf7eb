// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.page;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.transport.internal.status.StudyStatus;
import io.hedgerow.transport.internal.status.StudyStatus.SiteStatus;
import io.hedgerow.transport.internal.status.StudyStatus.StudyFacts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

public final class PageParts {

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

    public static String top(StudyStatus status) {
        String outcome = status.outcome()
                .filter(state -> !state.equals("STOPPED"))
                .map(state ->
                        "<strong>" + Html.escape(state.toLowerCase(Locale.ROOT).replace('_', ' ')) + "</strong>: ")
                .orElse("");
        int done = status.roundsEnded();
        int planned = status.facts().rounds();
        return """
                <h1>%s</h1>
                <p class="state"%s><span class="badge %s">%s</span> %s%s</p>
                <progress max="%s" value="%s" aria-label="%s of %s rounds ended"></progress>
                %s""".formatted(
                        Html.escape(status.facts().study()),
                        status.phase().isOver() ? " data-over" : "",
                        tone(status),
                        status.phase().word(),
                        outcome,
                        Html.escape(status.reason().orElse(waiting(status))),
                        planned,
                        Math.min(done, planned),
                        done,
                        planned,
                        expiring(status.expiring()));
    }

    /** What ends soon, or has ended, by which the coordinator is known or knows its sites. */
    static String expiring(List<String> texts) {
        return texts.stream()
                .map(text -> "<p class=\"note\"><span class=\"failure\">" + Html.escape(text) + "</span></p>\n")
                .collect(Collectors.joining());
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
        String hindered = status.waitingFor().map(why -> why + "; ").orElse("");
        long online = status.count(SiteStatus.Presence.ONLINE);
        int quorum = status.needed();
        if (online < quorum) {
            return hindered + "waiting for sites: " + online + " of the " + quorum + " that a round needs are here"
                    + awaited(status);
        }
        return hindered
                + (status.phase() == StudyStatus.Phase.STARTING
                        ? "the first round is under way"
                        : "round " + (status.roundsEnded() + 1) + " is under way")
                + awaited(status);
    }

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
        StudyFacts facts = status.facts();
        return "<h2 class=\"unseen\">Figures</h2>\n<dl class=\"figures\">\n"
                + figure("rounds", status.roundsEnded() + "<small> of " + facts.rounds() + "</small>")
                + figure(
                        "sites online",
                        status.count(SiteStatus.Presence.ONLINE) + "<small> of "
                                + status.sites().size() + ", quorum " + facts.quorum() + "</small>")
                + figure("payload received", Html.bytes((double) status.bytesUp()))
                + figure("payload sent", Html.bytes((double) status.bytesDown()))
                + figure(
                        "edges",
                        status.network()
                                .map(network -> Integer.toString(network.edgeCount()))
                                .orElse("—"))
                + figure(
                        "consensus distance",
                        status.last()
                                .map(last -> Html.number(last.consensus().distance()))
                                .orElse("—"))
                + figure(
                        "acyclicity h",
                        status.last()
                                .map(last -> Html.number(last.consensus().acyclicity()))
                                .orElse("—"))
                + "</dl>\n";
    }

    private static String figure(String name, String value) {
        return "<div><dt>" + name + "</dt><dd>" + value + "</dd></div>\n";
    }

    static String edgeTable(NamedNetwork network) {
        List<NetworkEdge> edges = StudyStatus.strongest(network, MOST_EDGES);
        if (edges.isEmpty()) {
            return "";
        }
        int count = network.edgeCount();
        List<EdgeColumn> columns = EdgeColumn.of(edges);
        List<String> header = new ArrayList<>(List.of("from", "", "to", "weight"));
        columns.forEach(column -> header.add(column.head()));
        return "<details id=\"edges\"><summary>Edges as a table"
                + (count > edges.size() ? ", the " + edges.size() + " strongest of " + count : "")
                + "</summary>\n<table class=\"numbers\">" + Html.head(header)
                + edges.stream().map(edge -> row(network, edge, columns)).collect(Collectors.joining())
                + "</tbody></table></details>\n"
                + network.weightMeaning()
                        .map(meaning -> "<p class=\"note\">Weights: " + Html.escape(meaning) + "</p>\n")
                        .orElse("");
    }

    private static String row(NamedNetwork network, NetworkEdge edge, List<EdgeColumn> columns) {
        List<String> cells = new ArrayList<>(List.of(
                Html.escape(network.name(edge.from())),
                arrow(edge.mark()),
                Html.escape(network.name(edge.to())),
                Html.number(edge.weight())));
        columns.forEach(column -> cells.add(column.text(edge)));
        return "<tr>" + Html.cells(cells) + "</tr>\n";
    }

    private static String arrow(String mark) {
        return mark.replace("-->", "→")
                .replace("<->", "↔")
                .replace("o->", "o→")
                .replace("---", "—")
                .replace("o-o", "o—o");
    }

    static String facts(StudyStatus status) {
        StudyFacts facts = status.facts();
        StringBuilder algorithm = new StringBuilder(Html.escape(facts.algorithm()));
        facts.parameters()
                .forEach((name, value) -> algorithm.append(", " + Html.escape(name) + " = " + Html.escape(value)));
        return "<h2>Study</h2>\n<dl class=\"facts\">\n"
                + fact("plan", "<code>" + Html.escape(facts.planDigest()) + "</code>")
                + fact("coordinator", Html.escape(facts.coordinator()))
                + fact("algorithm", algorithm.toString())
                + fact("privacy", Html.escape(facts.privacy()))
                + fact("secure aggregation", Html.escape(facts.secureAggregation()))
                + fact(
                        "rounds",
                        "at most " + facts.rounds() + ", each with " + facts.quorum() + " of "
                                + facts.sites().size() + " sites within " + Html.duration(facts.deadline())
                                + "; at least " + facts.minimumCohort() + " sites in a sum")
                + fact(
                        "variables",
                        facts.variables().size() + ": "
                                + Html.escape(names(facts.variables().names())))
                + "</dl>\n";
    }

    private static String names(List<String> names) {
        return names.size() <= 40
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, 40)) + " and " + (names.size() - 40) + " more";
    }

    private static String fact(String name, String value) {
        return "<dt>" + name + "</dt><dd>" + value + "</dd>\n";
    }

    /** The columns of the edge table beside weights: probabilities, evidence, or shares of votes. */
    private enum EdgeColumn {
        VOTE_SHARE("vote share") {
            @Override
            OptionalDouble value(NetworkEdge edge) {
                return edge.voteShare();
            }
        },
        ADJACENT("joined") {
            @Override
            OptionalDouble value(NetworkEdge edge) {
                return unlessInWords(edge, edge.adjacent());
            }
        },
        EVIDENCE("evidence") {
            @Override
            OptionalDouble value(NetworkEdge edge) {
                return OptionalDouble.empty();
            }

            @Override
            boolean isKnown(NetworkEdge edge) {
                return edge.evidence().isPresent();
            }

            @Override
            String text(NetworkEdge edge) {
                return edge.evidence().orElse("—");
            }
        },
        DIRECTION("then in this direction") {
            @Override
            OptionalDouble value(NetworkEdge edge) {
                return unlessInWords(edge, edge.direction());
            }
        };

        private final String head;

        EdgeColumn(String head) {
            this.head = head;
        }

        abstract OptionalDouble value(NetworkEdge edge);

        boolean isKnown(NetworkEdge edge) {
            return value(edge).isPresent();
        }

        private static OptionalDouble unlessInWords(NetworkEdge edge, OptionalDouble number) {
            return edge.evidence().isPresent() ? OptionalDouble.empty() : number;
        }

        /** The columns that some edge has. */
        static List<EdgeColumn> of(List<NetworkEdge> edges) {
            return Arrays.stream(values())
                    .filter(column -> edges.stream().anyMatch(column::isKnown))
                    .toList();
        }

        String head() {
            return head;
        }

        String text(NetworkEdge edge) {
            OptionalDouble value = value(edge);
            return value.isPresent() ? String.format(Locale.ROOT, "%.2f", value.getAsDouble()) : "—";
        }
    }
}
